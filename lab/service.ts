import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Client, createClient } from '@slipway/api';
import { dialFetch } from './dial.ts';
import { openFolder } from './folder.ts';
import { type Program, spawnProgram } from './program.ts';
import { requestPort } from './request.ts';
import { waitUntil } from './wait-until.ts';

/* The real server as its operator starts it: a separate process, observed through its output and responses. */

export const main = fileURLToPath(new URL('../server/src/main.ts', import.meta.url));

/** A command that takes longer is stuck. */
const commandTimeoutMs = 120_000;

export type Env = Record<string, string>;

export const adminKey = 'an-admin-key-that-only-tests-know-of-0123456789';

/**
 * Free ports, all data in the folder, and no reachable name servers. SLIPWAY_FAST_PATH is passed on, so that whole
 * suites can run without the fast path.
 */
export const defaultEnv = (folder: string): Env => ({
  SLIPWAY_FAST_PATH: process.env.SLIPWAY_FAST_PATH ?? 'on',
  PORT: '0',
  SLIPWAY_UPLOAD_PORT: '0',
  SLIPWAY_ADMIN_KEY: adminKey,
  SLIPWAY_DATABASE_URL: `sqlite:${join(folder, 'slipway.db')}`,
  SLIPWAY_STORAGE_URL: `file:${join(folder, 'blobs')}`,
  SLIPWAY_DRAIN_SECONDS: '2',
  SLIPWAY_DNS_SERVERS: '127.0.0.1:1',
});

export interface ServiceOptions {
  /** An existing folder, which is left in place; otherwise a temporary one, deleted when the server ends. */
  folder?: string;
  /** Overrides the defaults. */
  env?: Env;
  /** Uses `env` without defaults. */
  omitsDefaultEnv?: boolean;
  /** Options for node itself. */
  nodeArgs?: readonly string[];
}

/** A started server, ready or not. */
export interface ServiceProcess extends Program {
  folder: string;
  /** Resolves when it prints its address and is ready. */
  ready(): Promise<Service>;
}

export interface Service extends ServiceProcess {
  baseUrl: string;
  port: number;
  /** 0 if uploads go elsewhere. */
  uploadPort: number;
  /** Uses the admin key. */
  client: Client;
}

/** This machine's environment must not affect the server. */
const environment = (folder: string, env: Env): Env => ({
  PATH: process.env.PATH ?? '',
  HOME: folder,
  ...env,
});

const greeting = /^Slipway \S+ is running at (\S+).*\n/m;
const uploadGreeting = /^Uploads +(\S+)\n/m;

const portOf = (chosen: string | undefined, url: string): number =>
  chosen === undefined || chosen === '0' ? Number(new URL(url).port) : Number(chosen);

const isReady = async (port: number): Promise<boolean> =>
  (await requestPort(port, '/readyz', { agent: false }).catch(() => undefined))?.status === 200;

/** Starts the server without waiting for it. */
export const spawnService = async (options: ServiceOptions = {}): Promise<ServiceProcess> => {
  const { folder: customFolder, omitsDefaultEnv = false, nodeArgs = [] } = options;
  const own = customFolder === undefined ? await openFolder('service') : undefined;
  const folder = customFolder ?? own?.path ?? '';
  const env: Env = { ...(omitsDefaultEnv ? {} : defaultEnv(folder)), ...options.env };
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
      const [, baseUrl = ''] = await program.waitForOutput(greeting);
      const isKeepingFiles = !env.SLIPWAY_STORAGE_URL?.startsWith('s3:');
      const [, uploadUrl = ''] = isKeepingFiles ? await program.waitForOutput(uploadGreeting) : [];
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

/** Starts the server and waits until it is ready; stops it if it does not become ready. */
export const startService = async (options: ServiceOptions = {}): Promise<Service> => {
  const started = await spawnService(options);
  try {
    return await started.ready();
  } catch (error) {
    await started.stop('SIGKILL');
    throw error;
  }
};

export interface CommandResult {
  code: number | null;
  stdout: string;
  stderr: string;
  /** Both, in that order. */
  text: string;
}

/** Runs an operator command to its end with an explicit environment. */
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
  const killer = setTimeout(() => program.process.kill('SIGKILL'), commandTimeoutMs);
  const code = await program.exitCode;
  clearTimeout(killer);
  return { code, ...program.output, text: program.log() };
};
