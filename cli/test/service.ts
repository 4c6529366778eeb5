import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { type Client, createClient } from '@slipway/api';

/* A real service in a process of its own, on random ports, in a folder that goes when it ends. */

const rootFolder = join(dirname(fileURLToPath(import.meta.url)), '..', '..');
export const adminKey = 'an-admin-key-of-the-tests-0123456789';

export interface Service {
  url: string;
  folder: string;
  client: Client;
  stop(): Promise<void>;
}

/** The variables of a service whose uploads go through a proxy. */
export const behindProxy = async (proxy: { url: string; choosePort(): Promise<number> }) => ({
  SLIPWAY_UPLOAD_URL: proxy.url,
  SLIPWAY_UPLOAD_PORT: String(await proxy.choosePort()),
});

const readAddress = (child: ChildProcess): Promise<string> =>
  new Promise((resolve, reject) => {
    let log = '';
    child.stderr?.on('data', (chunk) => {
      log += chunk;
    });
    if (child.stdout === null) throw new Error('no stdout');
    createInterface(child.stdout).on('line', (line) => {
      log += `${line}\n`;
      const url = /^Slipway answers at (\S+)/.exec(line)?.[1];
      if (url !== undefined) resolve(url);
    });
    child.once('exit', (code) => reject(new Error(`The service ended with ${code}:\n${log}`)));
  });

/** Starts the service; `env` goes before what is usual. */
export const startService = async (env: Record<string, string> = {}): Promise<Service> => {
  const folder = await mkdtemp(join(tmpdir(), 'slipway-cli-service-'));
  const child = spawn(process.execPath, [join(rootFolder, 'server', 'src', 'main.ts'), 'start'], {
    cwd: folder,
    env: {
      PATH: process.env.PATH,
      PORT: '0',
      SLIPWAY_UPLOAD_PORT: '0',
      SLIPWAY_ADMIN_KEY: adminKey,
      SLIPWAY_DATABASE_URL: `sqlite:${join(folder, 'slipway.db')}`,
      SLIPWAY_STORAGE_URL: `file:${join(folder, 'blobs')}`,
      LOG_LEVEL: 'warn',
      ...env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  const url = await readAddress(child);
  return {
    url,
    folder,
    client: createClient({ baseUrl: url, key: adminKey }),
    stop: async () => {
      child.kill('SIGTERM');
      await ended;
      await rm(folder, { recursive: true, force: true });
    },
  };
};
