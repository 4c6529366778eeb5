import { resolve } from 'node:path';
import { writeChecksums } from './ship/checksums.ts';
import { buildExecutable } from './ship/executable.ts';
import { distFolder } from './ship/root.ts';

/* `npm run binary`: dist/slipway, server and CLI in one file for the current platform. */

const folder = resolve(process.argv[2] ?? distFolder);
console.log(await buildExecutable(folder));
console.log(await writeChecksums(folder));
