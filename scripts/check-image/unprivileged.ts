import { type SpawnSyncReturns, spawn, spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { readlink, writeFile } from 'node:fs/promises';
import { retryForTenSeconds } from '../check-deploy/debian.ts';

/*
 * A user who is root in its own namespaces and has no rights on this machine, like a rootless container: its IDs begin
 * at 100000. Its only network is a loopback.
 */

const firstId = 100_000;
const inImage = readFileSync(new URL('in-image.sh', import.meta.url), 'utf8');
const namespaces = ['--mount', '--pid', '--fork', '--kill-child', '--uts', '--ipc', '--net'];

export interface Unprivileged {
  /** The ID of its root on this machine. */
  id: number;
  /** The nsenter options to run a program as its root. */
  enter: string[];
  /** Runs a program with a folder as its root, for building or, with only /data writable, for running. */
  runInside(
    folder: string,
    words: string[],
    options: { mode: 'build' | 'run'; env: Record<string, string> },
  ): SpawnSyncReturns<string>;
  end(): void;
}

/** Creates the user; needs root to map its IDs. */
export const openUnprivileged = async (): Promise<Unprivileged> => {
  const ids = [`--reuid=${firstId}`, `--regid=${firstId}`, '--clear-groups'];
  const holder = spawn('setpriv', [...ids, 'unshare', '--user', 'sleep', 'infinity'], { stdio: 'ignore' });
  process.once('exit', () => holder.kill('SIGKILL'));
  const own = await readlink('/proc/self/ns/user');
  await retryForTenSeconds(async () => {
    if ((await readlink(`/proc/${holder.pid}/ns/user`)) === own) throw new Error('it has no namespace yet');
  });
  for (const map of ['uid_map', 'gid_map'])
    await writeFile(`/proc/${holder.pid}/${map}`, `0 ${firstId} 65536\n`);
  const enter = ['--user', '--target', `${holder.pid}`, '--setuid', '0', '--setgid', '0'];
  return {
    id: firstId,
    enter,
    runInside: (folder, words, { mode, env }) =>
      spawnSync(
        'nsenter',
        [...enter, 'unshare', ...namespaces, 'sh', '-c', inImage, 'sh', folder, ...words],
        {
          encoding: 'utf8',
          cwd: '/',
          env: { ...env, MODE: mode },
        },
      ),
    end: () => holder.kill('SIGKILL'),
  };
};
