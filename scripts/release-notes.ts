import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { findReleaseNotes } from './ship/changelog.ts';
import { rootFolder } from './ship/root.ts';

/* `node scripts/release-notes.ts 0.2.0` prints a version's section of the changelog. */

console.log(
  findReleaseNotes(await readFile(join(rootFolder, 'CHANGELOG.md'), 'utf8'), process.argv[2] ?? ''),
);
