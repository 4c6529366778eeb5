import { mkdir, mkdtemp, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { TestContext } from 'node:test';

/** A temporary folder with these files, deleted after the test. */
export const makeFolder = async (
  t: TestContext,
  files: Record<string, string | Buffer> = {},
): Promise<string> => {
  const folder = await realpath(await mkdtemp(join(tmpdir(), 'slipway-cli-')));
  t.after(() => rm(folder, { recursive: true, force: true }));
  await writeFiles(folder, files);
  return folder;
};

/** Creates parent folders. */
export const writeFiles = async (folder: string, files: Record<string, string | Buffer>): Promise<void> => {
  for (const [name, content] of Object.entries(files)) {
    await mkdir(dirname(join(folder, name)), { recursive: true });
    await writeFile(join(folder, name), content);
  }
};
