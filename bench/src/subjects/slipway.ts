import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createClient } from '@slipway/api';
import { startChild } from '../lab/child.ts';
import { dial } from '../lab/dial.ts';

/* Slipway as its operator starts it: the real command, the default log level, nothing imported from it. */

const program = fileURLToPath(new URL('../../../server/src/main.ts', import.meta.url));
const adminKey = 'bench-admin-key-of-thirty-two-characters-or-more';

export interface SlipwayOptions {
  folder: string;
  workers?: number;
  /** Further variables: a database, a storage, a size of the catalog. */
  env?: Record<string, string>;
  /** Options of node itself. */
  nodeArgs?: readonly string[];
}

const environmentOf = ({ folder, workers = 1, env = {} }: SlipwayOptions): NodeJS.ProcessEnv => ({
  PATH: process.env.PATH,
  HOME: process.env.HOME,
  PORT: '0',
  SLIPWAY_UPLOAD_PORT: '0',
  SLIPWAY_ADMIN_KEY: adminKey,
  SLIPWAY_DATABASE_URL: `sqlite:${join(folder, 'slipway.db')}`,
  SLIPWAY_STORAGE_URL: `file:${join(folder, 'blobs')}`,
  SLIPWAY_WORKERS: String(workers),
  SLIPWAY_DRAIN_SECONDS: '1',
  ...env,
});

/** Makes the tables of a new database. */
export const migrate = (options: SlipwayOptions): void => {
  const { status, stderr } = spawnSync(process.execPath, [program, 'migrate'], {
    env: environmentOf(options),
    encoding: 'utf8',
  });
  if (status !== 0) throw new Error(`cannot migrate: ${stderr}`);
};

/** Starts Slipway; resolves when it answers. */
export const startSlipway = async (options: SlipwayOptions) => {
  const child = await startChild({
    command: process.execPath,
    args: [...(options.nodeArgs ?? []), program, 'start'],
    env: environmentOf(options),
    isReady: /Slipway answers at http:\/\/localhost:(\d+)[\s\S]*\n/,
  });
  const port = Number(child.ready[1]);
  return {
    pid: child.pid,
    port,
    hostOf: (slug: string) => `${slug}.localhost:${port}`,
    client: createClient({ baseUrl: `http://127.0.0.1:${port}`, key: adminKey, fetch: dial }),
    stop: child.stop,
  };
};
export type Slipway = Awaited<ReturnType<typeof startSlipway>>;
