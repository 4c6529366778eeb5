import assert from 'node:assert/strict';
import { join } from 'node:path';
import { contentOf, edited } from '../content.ts';
import { exampleHost, readBlock } from '../document.ts';
import { scenario } from '../scenario.ts';
import { runSlipway } from '../slipway.ts';
import { openStage } from '../stage.ts';
import { exe } from './built.ts';
import { assertDifferential } from './differential.ts';
import { buildDist } from './dist.ts';
import { runInstalled } from './installed.ts';

/*
 * The documented steps of docs/CLIENTS.md: electron-builder's dist/, `slipway publish`, and a differential update with
 * the documented configuration.
 */

const stage = await openStage();

/** Builds and publishes two versions one after the other, as a publisher does. */
const publishTwo = async () => {
  const app = await stage.createApp();
  const cwd = await stage.openFolder('publisher');
  const line = await readBlock('electron-updater: the tests run');
  const words = line.trim().split(' ').slice(1);
  const publish = async (version: string, content: Buffer) => {
    const files = await buildDist(join(cwd, 'dist'), version, content);
    await runSlipway(stage, app, { words, cwd });
    return files;
  };
  const content = contentOf(4 * 1024 * 1024);
  const [before, after] = [await publish('1.0.0', content), await publish('1.1.0', edited(content, 12))];
  return { app, before, after };
};

/** The documented configuration as electron-builder packs it into 1.0.0; app-update.check.ts tests that. */
const readConfig = async (publicUrl: string): Promise<string> =>
  (await readBlock('electron-updater: the tests configure'))
    .replace('publish:\n', '')
    .replaceAll(/^ {2}/gm, '')
    .replace(exampleHost, publicUrl)
    .replace(`\${version}`, '1.0.0');

const published = publishTwo();

const platforms = [
  ['win32', 'a Windows installer'],
  ['darwin', 'an archive for a Mac'],
  ['linux', 'an AppImage'],
] as const;

for (const [platform, what] of platforms)
  scenario(
    'electron-updater',
    `E0 as in CLIENTS.md: ${what} from dist/, updated differentially`,
    async () => {
      const { app, before, after } = await published;
      const config = await readConfig(app.publicUrl);
      const updated = await runInstalled(stage, app, { platform, config, from: before[platform].bytes });
      return assertDifferential(app, updated, { expected: after[platform].bytes });
    },
  );

scenario('electron-updater', 'E0 as in CLIENTS.md: the fleet knows the version of each copy', async () => {
  const app = await stage.createApp();
  await app.publish({ version: '1.1.0' }, [exe()]);
  const config = await readConfig(app.publicUrl);
  const found = await runInstalled(stage, app, { isDownloading: false, config });
  assert.deepEqual([found.error, found.version], [undefined, '1.1.0']);
  await app.isFleet({ 'windows-x86_64 1.0.0': [1, 1, 1] });
});
