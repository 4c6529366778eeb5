import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:net';

/*
 * Below the ports that a system gives to whoever asks for any: one of those may go to a mere connection between the
 * moment in which it was free and the moment in which it is wanted.
 */
const [lowest, beyond] = [12_000, 32_000];

/** Whether a port of the loopback can be had. */
const isFree = async (port: number): Promise<boolean> => {
  const server = createServer().listen(port, '127.0.0.1');
  try {
    await once(server, 'listening');
  } catch {
    return false;
  }
  server.close();
  await once(server, 'close');
  return true;
};

/** The first of so many free ports in a row of the loopback, for whoever must know them before they are taken. */
export const freePortRange = async (count: number): Promise<number> => {
  const first = randomInt(lowest, beyond - count);
  for (let port = first; port < first + count; port += 1)
    if (!(await isFree(port))) return freePortRange(count);
  return first;
};

export const freePorts = async (count: number): Promise<number[]> => {
  const first = await freePortRange(count);
  return Array.from({ length: count }, (_, index) => first + index);
};

export const freePort = (): Promise<number> => freePortRange(1);
