import { fileURLToPath } from 'node:url';
import { startChild } from '../lab/child.ts';

export type BareRole = 'constant' | 'pipe-file' | 'pipe-url' | 'hash-to-file';

/** A server of node:http and nothing else, in a process of its own. */
export const startBare = async (role: BareRole, argument: string) => {
  const child = await startChild({
    command: process.execPath,
    args: [fileURLToPath(new URL('bare-server.ts', import.meta.url)), role, argument],
    isReady: /listening on (\d+)/,
  });
  return { pid: child.pid, port: Number(child.ready[1]), stop: child.stop };
};
