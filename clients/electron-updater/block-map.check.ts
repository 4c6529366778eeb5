import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { chmod, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { ArtifactInput } from '../../lab/publisher.ts';
import { contentOf, edited } from '../content.ts';
import { findPackage } from '../fetched.ts';
import { scenario } from '../scenario.ts';
import { openStage } from '../stage.ts';
import { builtFor, exe } from './built.ts';
import { assertDifferential } from './differential.ts';
import { runInstalled } from './installed.ts';

/* Block maps by electron-builder's own tool, with content-defined blocks, unlike those of the tests. */

const { folder, reason } = await findPackage('app-builder-bin', '4.2.0');
const tried = { client: 'electron-updater', missing: reason };
const stage = await openStage();

const runTool = async (words: readonly string[]): Promise<{ blockMapSize?: number }> => {
  const tool = join(folder ?? '', 'node_modules/app-builder-bin/linux', process.arch, 'app-builder');
  await chmod(tool, 0o755);
  return JSON.parse(execFileSync(tool, ['blockmap', ...words], { encoding: 'utf8' }));
};

type Built = [ArtifactInput & { bytes: Buffer }, ...ArtifactInput[]];

/** An installer with a separate map. */
const buildInstaller = async (bytes: Buffer): Promise<Built> => {
  const file = join(await stage.openFolder('built'), 'Setup.exe');
  await writeFile(file, bytes);
  await runTool(['--input', file, '--output', `${file}.blockmap`]);
  const companionOf = 'windows-x86_64';
  const map = { target: `${companionOf}.blockmap`, format: '.blockmap', companionOf };
  return [exe({ bytes }), { ...map, bytes: await readFile(`${file}.blockmap`) }];
};

/** An AppImage with the tool's map appended. */
const buildImage = async (content: Buffer): Promise<Built> => {
  const file = join(await stage.openFolder('built'), 'Acme.AppImage');
  await writeFile(file, content);
  const { blockMapSize } = await runTool(['--input', file, '--compression', 'deflate']);
  assert.ok(blockMapSize);
  return [builtFor('linux-x86_64', '.AppImage', { bytes: await readFile(file), blockMapSize })];
};

const kinds = [
  ['a Windows installer', 'win32', buildInstaller],
  ['an AppImage', 'linux', buildImage],
] as const;

for (const [what, platform, build] of kinds)
  scenario(tried, `P1 a dozen changes of ${what}, with block maps by app-builder-bin 4.2.0`, async () => {
    const app = await stage.createApp();
    const content = contentOf(8 * 1024 * 1024);
    const [before, after] = [await build(content), await build(edited(content, 12))];
    await app.publish({ version: '1.0.0' }, before);
    await app.publish({ version: '1.1.0' }, after);
    const updated = await runInstalled(stage, app, { platform, from: before[0].bytes });
    return assertDifferential(app, updated, { expected: after[0].bytes });
  });
