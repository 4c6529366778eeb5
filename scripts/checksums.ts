import { resolve } from 'node:path';
import { writeChecksums } from './ship/checksums.ts';
import { distFolder } from './ship/root.ts';

/* `node scripts/checksums.ts [folder]` writes SHA256SUMS of all files in a folder, dist/ by default. */

console.log(await writeChecksums(resolve(process.argv[2] ?? distFolder)));
