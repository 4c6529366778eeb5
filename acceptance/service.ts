import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { dial } from './dial.ts';

/** A running service, seen from outside only. */
export interface Service {
  port: number;
  /** Everything it has printed so far. */
  log(): string;
  /** Asks it to end and waits; the exit code, null where a signal ended it. */
  stop(signal?: 'SIGTERM' | 'SIGINT'): Promise<number | null>;
}

export type Env = Record<string, string>;

const main = fileURLToPath(new URL('../server/src/main.ts', import.meta.url));
const startSeconds = 30;
const stopSeconds = 20;

/** A port that was free a moment ago. */
export const freePort = async (): Promise<number> => {
  const server = createServer();
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  await once(server, 'close');
  if (address === null || typeof address === 'string') throw new Error('no port was given');
  return address.port;
};

/** Runs `slipway-server start` in the folder, with nothing of this machine's environment that could steer it. */
export const spawnService = (folder: string, env: Env) => {
  const child = spawn(process.execPath, [main, 'start'], {
    cwd: folder,
    env: { PATH: process.env.PATH, HOME: folder, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const output = { stdout: '', stderr: '' };
  child.stdout.on('data', (chunk) => {
    output.stdout += chunk;
  });
  child.stderr.on('data', (chunk) => {
    output.stderr += chunk;
  });
  const kill = () => child.kill('SIGKILL');
  process.once('exit', kill);
  child.once('close', () => process.off('exit', kill));
  return { child, output, log: () => output.stdout + output.stderr };
};

const ended = (child: ChildProcess) => child.exitCode !== null || child.signalCode !== null;

const isReady = async (port: number): Promise<boolean> => {
  try {
    return (await dial({ url: `http://127.0.0.1:${port}/readyz` })).status === 200;
  } catch {
    return false;
  }
};

/** Starts the service on `env.PORT` and waits until it says that it is ready. */
export const startService = async (folder: string, env: Env & { PORT: string }): Promise<Service> => {
  const { child, log } = spawnService(folder, env);
  const port = Number(env.PORT);
  for (const deadline = Date.now() + startSeconds * 1000; !(await isReady(port)); await delay(40)) {
    if (!ended(child) && Date.now() < deadline) continue;
    child.kill('SIGKILL');
    throw new Error(`the service did not become ready:\n${log()}`);
  }
  return {
    port,
    log,
    stop: async (signal = 'SIGTERM') => {
      if (ended(child)) return child.exitCode;
      const killer = setTimeout(() => child.kill('SIGKILL'), stopSeconds * 1000);
      child.kill(signal);
      await once(child, 'close');
      clearTimeout(killer);
      return child.exitCode;
    },
  };
};
