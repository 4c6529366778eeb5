import { spawn } from 'node:child_process';
import { once } from 'node:events';

/** A process that was started for the bench and ends with it. */
export interface Child {
  pid: number;
  /** What the pattern for its being ready matched. */
  ready: RegExpExecArray;
  stop(signal?: NodeJS.Signals): Promise<void>;
}

export interface ChildOptions {
  command: string;
  args: readonly string[];
  env?: NodeJS.ProcessEnv;
  /** Looked for in what the process prints. */
  isReady: RegExp;
}

const patienceMs = 60_000;

/** Starts a process and resolves when it says that it is ready. */
export const startChild = async ({ command, args, env, isReady }: ChildOptions): Promise<Child> => {
  const child = spawn(command, args, { stdio: ['ignore', 'pipe', 'pipe'], ...(env ? { env } : {}) });
  const name = `${command} ${args.join(' ')}`;
  let said = '';
  const ready = await new Promise<RegExpExecArray>((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error(`${name} is not ready: ${said}`)), patienceMs);
    const listen = (chunk: Buffer): void => {
      if (said.length < 100_000) said += chunk.toString();
      const match = isReady.exec(said);
      if (match === null) return;
      clearTimeout(timer);
      resolve(match);
    };
    child.stdout.on('data', listen);
    child.stderr.on('data', listen);
    child.once('error', reject);
    child.once('exit', (code) => reject(new Error(`${name} ended with ${code}: ${said}`)));
  });
  return {
    pid: child.pid as number,
    ready,
    stop: async (signal = 'SIGTERM') => {
      if (child.exitCode !== null || child.signalCode !== null) return;
      child.kill(signal);
      await once(child, 'exit');
    },
  };
};
