import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Client, createClient } from '@slipway/api';
import { dialFetch } from './dial.ts';
import { openFolder } from './folder.ts';
import { type Program, spawnProgram } from './program.ts';
import { requestPort } from './request.ts';
import { waitUntil } from './until.ts';

/* The real service as its operator starts it: a process of its own that is known by what it prints and answers. */

/** The program itself. */
export const main = fileURLToPath(new URL('../server/src/main.ts', import.meta.url));

/** No command needs so long; one that does waits for what never comes. */
const commandPatienceMs = 120_000;

export type Env = Record<string, string>;

export const adminKey = 'an-admin-key-that-only-tests-know-of-0123456789';

/** Free ports, everything that is kept below the folder, and name servers that nobody is. */
export const defaultEnv = (folder: string): Env => ({
  PORT: '0',
  SLIPWAY_UPLOAD_PORT: '0',
  SLIPWAY_ADMIN_KEY: adminKey,
  SLIPWAY_DATABASE_URL: `sqlite:${join(folder, 'slipway.db')}`,
  SLIPWAY_STORAGE_URL: `file:${join(folder, 'blobs')}`,
  SLIPWAY_DRAIN_SECONDS: '2',
  SLIPWAY_DNS_SERVERS: '127.0.0.1:1',
});

export interface ServiceOptions {
  /** A folder to go on with, which is left in place; otherwise a temporary one that goes when the service ends. */
  folder?: string;
  /** Goes before what is usual. */
  env?: Env;
  /** Nothing is usual: the service gets `env` alone. */
  isBare?: boolean;
  /** Options of node itself. */
  nodeArgs?: readonly string[];
}

/** A service that was started, whether or not it answers yet. */
export interface ServiceProcess extends Program {
  folder: string;
  /** Resolves when it says where it answers and that it is ready. */
  ready(): Promise<Service>;
}

/** A service that answers. */
export interface Service extends ServiceProcess {
  baseUrl: string;
  port: number;
  /** 0 where uploads go elsewhere. */
  uploadPort: number;
  /** Speaks with the admin key. */
  client: Client;
}

/** Nothing of this machine's environment may steer what is started. */
const environment = (folder: string, env: Env): Env => ({
  PATH: process.env.PATH ?? '',
  HOME: folder,
  ...env,
});

const greeting = /^Slipway \S+ answers at (\S+).*\n/m;
const uploadGreeting = /^Uploads go to +(\S+)\n/m;

const portOf = (chosen: string | undefined, url: string): number =>
  chosen === undefined || chosen === '0' ? Number(new URL(url).port) : Number(chosen);

const isReady = async (port: number): Promise<boolean> =>
  (await requestPort(port, '/readyz', { agent: false }).catch(() => undefined))?.status === 200;

/** Starts the service without waiting for it. */
export const spawnService = async (options: ServiceOptions = {}): Promise<ServiceProcess> => {
  const { folder: given, isBare = false, nodeArgs = [] } = options;
  const own = given === undefined ? await openFolder('service') : undefined;
  const folder = given ?? own?.path ?? '';
  const env: Env = { ...(isBare ? {} : defaultEnv(folder)), ...options.env };
  const program = spawnProgram({
    command: process.execPath,
    args: [...nodeArgs, main, 'start'],
    cwd: folder,
    env: environment(folder, env),
  });
  const started: ServiceProcess = {
    ...program,
    folder,
    stop: async (signal) => {
      const code = await program.stop(signal);
      await own?.remove();
      return code;
    },
    ready: async () => {
      const [, baseUrl = ''] = await program.says(greeting);
      const isKeepingFiles = !env.SLIPWAY_STORAGE_URL?.startsWith('s3:');
      const [, uploadUrl = ''] = isKeepingFiles ? await program.says(uploadGreeting) : [];
      const port = portOf(env.PORT, baseUrl);
      await waitUntil(`ready:\n${program.log()}`, () => isReady(port));
      return {
        ...started,
        baseUrl,
        port,
        uploadPort: uploadUrl === '' ? 0 : portOf(env.SLIPWAY_UPLOAD_PORT, uploadUrl),
        client: createClient({
          baseUrl: `http://localhost:${port}`,
          key: env.SLIPWAY_ADMIN_KEY ?? '',
          fetch: dialFetch,
        }),
      };
    },
  };
  return started;
};

/** Starts the service and waits until it is ready; what does not become ready is ended. */
export const startService = async (options: ServiceOptions = {}): Promise<Service> => {
  const started = await spawnService(options);
  try {
    return await started.ready();
  } catch (error) {
    await started.stop('SIGKILL');
    throw error;
  }
};

/** How a command of the operator ended. */
export interface CommandResult {
  code: number | null;
  stdout: string;
  stderr: string;
  /** Both, in that order. */
  text: string;
}

/** Runs a command of the operator to its end, in an environment that is all given. */
export const runServer = async (
  args: readonly string[],
  { cwd = process.cwd(), env = {} }: { cwd?: string; env?: Env } = {},
): Promise<CommandResult> => {
  const program = spawnProgram({
    command: process.execPath,
    args: [main, ...args],
    cwd,
    env: { PATH: process.env.PATH ?? '', ...env },
  });
  const killer = setTimeout(() => program.process.kill('SIGKILL'), commandPatienceMs);
  const code = await program.ended;
  clearTimeout(killer);
  return { code, ...program.printed, text: program.log() };
};
