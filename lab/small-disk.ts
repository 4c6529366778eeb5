import { spawnSync } from 'node:child_process';
import { closeSync, mkdtempSync, openSync, rmdirSync, rmSync, statfsSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { cleanUpAtExit } from './cleanup.ts';

/* A real file system of a few MiB that tests can fill completely. */

export interface SmallDisk {
  path: string;
  freeBytes(): number;
  /** Writes a file until `leaveBytes` are free; `empty` removes it. */
  fill(leaveBytes?: number): void;
  empty(): void;
  unmount(): void;
}

const marker = 'SLIPWAY_TEST_MOUNT_NAMESPACE';

const runs = (command: string, args: readonly string[]): boolean =>
  spawnSync(command, args, { stdio: 'ignore' }).status === 0;

const canMount = (): boolean => {
  const path = mkdtempSync(join(tmpdir(), 'slipway-mount-'));
  const isMounted = runs('mount', ['-t', 'tmpfs', '-o', 'size=64k', 'tmpfs', path]);
  if (isMounted) runs('umount', [path]);
  rmdirSync(path);
  return isMounted;
};

/**
 * How a test file can get a small disk: `here`, or by running itself again in a user and mount namespace (`again`),
 * which needs no privileges on most Linux systems. Undefined if neither is permitted.
 */
export const smallDiskMode = (): 'here' | 'again' | undefined => {
  if (canMount()) return 'here';
  if (process.env[marker] !== undefined) return undefined;
  return runs('unshare', ['-rm', 'true']) ? 'again' : undefined;
};

/** Runs a test file in its own namespace and forwards its output. True if every test passed. */
export const testInNamespace = (file: string): boolean => {
  const { NODE_TEST_CONTEXT: _, ...env } = process.env;
  const args = ['-rm', process.execPath, '--test', '--test-reporter=spec', file];
  return spawnSync('unshare', args, { env: { ...env, [marker]: '1' }, stdio: 'inherit' }).status === 0;
};

/** Mounts a tmpfs of that size in a new folder. */
export const mountSmallDisk = (sizeMiB: number): SmallDisk => {
  const path = mkdtempSync(join(tmpdir(), 'slipway-disk-'));
  const { status, stderr } = spawnSync('mount', ['-t', 'tmpfs', '-o', `size=${sizeMiB}m`, 'tmpfs', path]);
  if (status !== 0) throw new Error(`mount: ${stderr}`);
  const filler = join(path, 'filler');
  const freeBytes = (): number => {
    const { bavail, bsize } = statfsSync(path);
    return bavail * bsize;
  };
  const unmount = (): void => {
    runs('umount', ['-l', path]);
    rmSync(path, { recursive: true, force: true });
    forget();
  };
  const forget = cleanUpAtExit(unmount);
  return {
    path,
    freeBytes,
    fill: (leaveBytes = 0) => {
      const file = openSync(filler, 'a');
      try {
        for (let left = freeBytes() - leaveBytes; left > 0; left = freeBytes() - leaveBytes)
          writeSync(file, Buffer.alloc(Math.min(left, 1024 * 1024)));
      } finally {
        closeSync(file);
      }
    },
    empty: () => rmSync(filler, { force: true }),
    unmount,
  };
};
