import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:net';

/*
 * Below the ephemeral port range: the system may assign an ephemeral port to a connection between the check and its
 * use.
 */
const [lowest, beyond] = [12_000, 32_000];

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

/** The first of this many consecutive free loopback ports. */
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
