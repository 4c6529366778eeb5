import { resolve } from 'node:path';
import { writeChecksums } from './ship/checksums.ts';
import { buildExecutable } from './ship/executable.ts';
import { distFolder } from './ship/root.ts';

/* `npm run binary`: dist/slipway, service and command line in one file for the present platform. */

const folder = resolve(process.argv[2] ?? distFolder);
console.log(await buildExecutable(folder));
console.log(await writeChecksums(folder));
