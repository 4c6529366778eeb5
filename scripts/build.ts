import { join } from 'node:path';
import { build as buildCli } from '../cli/scripts/build.ts';
import { ensureDashboard } from '../web/scripts/build.mjs';
import { distFolder } from './ship/root.ts';
import { buildServer } from './ship/server-package.ts';

/*
 * `npm run build`: the dashboard, which a read-only checkout cannot build at startup, and the packages in dist/server
 * and dist/cli, needed only for shipping.
 */

await ensureDashboard();
await buildServer(join(distFolder, 'server'));
await buildCli(join(distFolder, 'cli'));
