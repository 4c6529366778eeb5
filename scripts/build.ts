import { join } from 'node:path';
import { build as buildCli } from '../cli/scripts/build.ts';
import { distFolder } from './ship/root.ts';
import { buildServer } from './ship/server-package.ts';

/* `npm run build`: the packages as folders, dist/server and dist/cli. A checkout runs without: only what is shipped is built. */

await buildServer(join(distFolder, 'server'));
await buildCli(join(distFolder, 'cli'));
