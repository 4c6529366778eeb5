import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

/* The real service in a process of its own, on ports that nobody uses, with its data in the given folder. */

const main = fileURLToPath(new URL('../../server/src/main.ts', import.meta.url));
const patienceMs = 30_000;

export interface Instance {
  baseUrl: string;
  pid: number;
  /** Asks the process to end and resolves with its exit code. */
  end(): Promise<number | null>;
}

/** Whatever the person's own environment says about another instance stays out of this one. */
const ownEnvironment = (): NodeJS.ProcessEnv =>
  Object.fromEntries(Object.entries(process.env).filter(([name]) => !name.startsWith('SLIPWAY_')));

const addressFrom = async (child: ChildProcess): Promise<string> => {
  if (child.stdout === null) throw new Error('the service has no output');
  const seen: string[] = [];
  for await (const line of createInterface({ input: child.stdout })) {
    const address = /^Slipway answers at (\S+)/.exec(line)?.[1];
    if (address !== undefined) return address;
    seen.push(line);
  }
  throw new Error(`the service did not start:\n${seen.join('\n')}`);
};

const ended = async (child: ChildProcess): Promise<number | null> => {
  if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
  return child.exitCode;
};

/** Starts the service and resolves when it says where it answers. Settings of one's own outrank the usual ones. */
export const startInstance = async (
  folder: string,
  adminKey: string,
  settings: Record<string, string> = {},
): Promise<Instance> => {
  const child = spawn(process.execPath, [main, 'start'], {
    env: {
      ...ownEnvironment(),
      HOST: '127.0.0.1',
      PORT: '0',
      LOG_LEVEL: 'error',
      SLIPWAY_ADMIN_KEY: adminKey,
      SLIPWAY_DATABASE_URL: `sqlite:${folder}/slipway.db`,
      SLIPWAY_STORAGE_URL: `file:${folder}/blobs`,
      SLIPWAY_DRAIN_SECONDS: '2',
      ...settings,
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  // Whoever ends this process early ends the service with it.
  process.prependOnceListener('exit', () => child.kill('SIGKILL'));
  const giveUp = setTimeout(() => child.kill('SIGKILL'), patienceMs);
  try {
    const baseUrl = await addressFrom(child);
    child.stdout?.resume();
    return {
      baseUrl,
      pid: child.pid ?? 0,
      end: async () => {
        child.kill('SIGTERM');
        return ended(child);
      },
    };
  } catch (error) {
    child.kill('SIGKILL');
    await ended(child);
    throw error;
  } finally {
    clearTimeout(giveUp);
  }
};
