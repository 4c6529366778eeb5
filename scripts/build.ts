import { join } from 'node:path';
import { build as buildCli } from '../cli/scripts/build.ts';
import { ensureDashboard } from '../web/scripts/build.mjs';
import { distFolder } from './ship/root.ts';
import { buildServer } from './ship/server-package.ts';

/*
 * `npm run build`: the dashboard, which a checkout that nobody may write to cannot build when it starts, and the packages as
 * folders, dist/server and dist/cli, which only what is shipped needs.
 */

await ensureDashboard();
await buildServer(join(distFolder, 'server'));
await buildCli(join(distFolder, 'cli'));
