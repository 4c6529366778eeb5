import { fileURLToPath } from 'node:url';
import { spawnProgram } from '../../../lab/program.ts';

export type BareRole = 'constant' | 'pipe-file' | 'pipe-url' | 'hash-to-file';

/** A plain node:http server in its own process. */
export const startBare = async (role: BareRole, argument: string) => {
  const program = spawnProgram({
    command: process.execPath,
    args: [fileURLToPath(new URL('bare-server.ts', import.meta.url)), role, argument],
  });
  const [, port] = await program.waitForOutput(/listening on (\d+)/);
  return { pid: program.pid, port: Number(port), stop: program.stop };
};
