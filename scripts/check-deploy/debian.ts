import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdir, readdir, readFile, rmdir } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { inRoot, loginEnv, namespaces } from './debian-folder.ts';

/*
 * Boots the folder with its own systemd to test deploy/ with unchanged paths and ports, without touching this machine.
 */

export interface Debian {
  root: string;
  /** Runs a shell block as root and returns its output; throws with its errors on failure. */
  run(block: string): string;
  end(): Promise<void>;
}

/** Retries for ten seconds. */
export const retryForTenSeconds = async <T>(attempt: () => Promise<T>): Promise<T> => {
  for (let tries = 0; ; tries++) {
    try {
      return await attempt();
    } catch (error) {
      if (tries > 100) throw error;
      await sleep(100);
    }
  }
};

const cgroupFolder = async (): Promise<string> => {
  const mounts = await readFile('/proc/mounts', 'utf8');
  const at = /^\S+ (\S+) cgroup2 /m.exec(mounts)?.[1];
  if (at === undefined) throw new Error('this machine has no cgroup2 file system, which systemd needs');
  return join(at, `slipway-check-${process.pid}`);
};

const removeGroups = async (folder: string): Promise<void> => {
  for (const entry of await readdir(folder, { withFileTypes: true }))
    if (entry.isDirectory()) await removeGroups(join(folder, entry.name));
  // Killed processes stay in their cgroup until the kernel has removed them.
  await retryForTenSeconds(() => rmdir(folder));
};

/** The outer PID of the namespaces' init process, once systemd accepts commands. */
const initOf = async (child: ChildProcess): Promise<string> => {
  const children = await readFile(`/proc/${child.pid}/task/${child.pid}/children`, 'utf8');
  const init = children.trim();
  if (init === '' || !existsSync(`/proc/${init}/root/run/systemd/private`))
    throw new Error('systemd does not start');
  return init;
};

const runAs = (init: string, block: string): string => {
  const words = ['-t', init, '--mount', '--pid', '--uts', '--ipc', '--cgroup', '--'];
  const bash = ['bash', '--norc', '-euo', 'pipefail', '-c', block];
  const options = { env: loginEnv, encoding: 'utf8' } as const;
  const { stdout, stderr, status } = spawnSync('nsenter', [...words, ...bash], options);
  if (status !== 0) throw new Error(`${block}\nended with ${status}:\n${stdout}${stderr}`);
  return stdout + stderr;
};

/** Boots the folder. It shares only the network namespace of this process. */
export const bootDebian = async (root: string): Promise<Debian> => {
  const group = await cgroupFolder();
  await mkdir(group);
  const boot = ['sh', inRoot, root, '/lib/systemd/systemd', '--log-target=null', '--show-status=0'];
  const enterGroup = 'echo 0 > "$0/cgroup.procs"; exec "$@"';
  const child = spawn('sh', ['-c', enterGroup, group, 'unshare', ...namespaces, ...boot], {
    env: { ...loginEnv, container: 'slipway-check' },
    stdio: 'ignore',
  });
  process.prependOnceListener('exit', () => child.kill('SIGKILL'));
  const init = await retryForTenSeconds(() => initOf(child));
  runAs(init, 'systemctl is-system-running --wait || true');
  return {
    root,
    run: (block) => runAs(init, block),
    end: async () => {
      child.kill('SIGKILL');
      await once(child, 'exit');
      await removeGroups(group);
    },
  };
};
