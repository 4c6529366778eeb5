import { createRequire } from 'node:module';
import type { Tried } from '../scenario.ts';

const name = '@crabnebula/updater-linux-x64-gnu';
const require = createRequire(import.meta.url);

const isInstalled = (): boolean => {
  try {
    require.resolve(name);
    return true;
  } catch {
    return false;
  }
};

/** cargo-packager's updater, compiled for Node: it is published for one system only. */
export const tried: Tried = {
  client: name,
  missing: isInstalled() ? undefined : 'npm has it for Linux with glibc on x64 alone',
};
