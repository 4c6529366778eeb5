import { resolve } from 'node:path';
import { writeChecksums } from './ship/checksums.ts';
import { packAll } from './ship/packages.ts';
import { distFolder } from './ship/root.ts';

/* `npm run pack`: the server and the CLI as tarballs without dependencies, with their checksums, in dist/. */

const folder = resolve(process.argv[2] ?? distFolder);
for (const path of [...(await packAll(folder)), await writeChecksums(folder)]) console.log(path);
