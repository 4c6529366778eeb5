import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { scenario } from '../scenario.ts';
import { runSlipway } from '../slipway.ts';
import { openStage } from '../stage.ts';
import { edited } from './built.ts';
import { assertDifferential } from './differential.ts';
import { buildDist } from './dist.ts';
import { runInstalled } from './installed.ts';

/* The whole way of docs/CLIENTS.md: electron-builder's dist/, `slipway publish`, an updater that fetches what has changed. */

const stage = await openStage();

/** Builds and publishes two versions one after the other, as a publisher does. */
const publishTwo = async () => {
  const app = await stage.createApp();
  const cwd = await stage.openFolder('publisher');
  const publish = async (version: string, content: Buffer) => {
    const files = await buildDist(join(cwd, 'dist'), version, content);
    await runSlipway(stage, app, { words: ['publish', '--yes', 'dist'], cwd });
    return files;
  };
  const content = randomBytes(4 * 1024 * 1024);
  const [before, after] = [await publish('1.0.0', content), await publish('1.1.0', edited(content, 12))];
  return { app, before, after };
};

const published = publishTwo();

const platforms = [
  ['win32', 'a Windows installer'],
  ['darwin', 'an archive for a Mac'],
  ['linux', 'an AppImage'],
] as const;

for (const [platform, what] of platforms)
  scenario('electron-updater', `updates ${what} that was published from dist/`, async () => {
    const { app, before, after } = await published;
    const updated = await runInstalled(stage, app, { platform, from: before[platform].bytes });
    return assertDifferential(app, updated, { expected: after[platform].bytes });
  });
