import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { createClient } from '@slipway/api';
import { type ask, askAsFetch } from '../demo/ask.ts';
import { startInstance } from '../demo/instance.ts';

/* What both proxies are checked with: a service that knows itself under the proxy's addresses, and a release on it. */

export const domain = 'updates.example.com';
export const adminKey = 'an-admin-key-for-the-check-of-deploy-01';

/** Ports that are free now. */
export const freePorts = async (count: number): Promise<number[]> => {
  const servers = Array.from({ length: count }, () => createServer().listen(0, '127.0.0.1'));
  await Promise.all(servers.map((server) => once(server, 'listening')));
  const ports = servers.map((server) => (server.address() as { port: number }).port);
  await Promise.all(servers.map((server) => new Promise((resolve) => server.close(resolve))));
  return ports;
};

/** Runs a program in the foreground until it is ended by its pid; what it says is kept. */
export const runProgram = (command: string, args: string[], env: Record<string, string> = {}) => {
  const child: ChildProcess = spawn(command, args, {
    env: { PATH: process.env.PATH, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const said: string[] = [];
  child.stdout?.on('data', (chunk) => said.push(String(chunk)));
  child.stderr?.on('data', (chunk) => said.push(String(chunk)));
  process.prependOnceListener('exit', () => child.kill('SIGKILL'));
  const end = async (): Promise<void> => {
    if (child.exitCode !== null) return;
    child.kill('SIGTERM');
    await once(child, 'exit');
  };
  /** Waits until the probe no longer fails; a program that ended instead says why. */
  const ready = async (probe: () => Promise<unknown>): Promise<void> => {
    for (let tries = 0; ; tries++) {
      if (child.exitCode !== null || tries > 100) throw new Error(`${command}: ${said.join('')}`);
      try {
        await probe();
        return;
      } catch {
        await sleep(100);
      }
    }
  };
  return { end, ready, said: () => said.join('') };
};

export interface Deployment {
  node: string;
  uploadNode: string;
  /** How often the service itself was asked on a route. */
  asked(route: string): Promise<number>;
  end(): Promise<unknown>;
}

/** The service behind a proxy; `at` makes the addresses that the outside sees. */
export const startBehind = async (
  folder: string,
  at: (label: string) => string,
  uploads: string,
): Promise<Deployment> => {
  const [port, uploadPort] = await freePorts(2);
  const instance = await startInstance(folder, adminKey, {
    PORT: String(port),
    SLIPWAY_UPLOAD_PORT: String(uploadPort),
    SLIPWAY_BASE_URL: at('api'),
    SLIPWAY_PUBLIC_URL: at('{slug}'),
    SLIPWAY_UPLOAD_URL: uploads,
    SLIPWAY_TRUSTED_PROXIES: '127.0.0.1',
  });
  const node = `127.0.0.1:${port}`;
  const asked = async (route: string): Promise<number> => {
    const { text } = await askAsFetch(`http://${node}/metrics`, {});
    const lines = (await text()).split('\n').filter((line) => line.includes(`route="${route}"`));
    return lines.reduce((sum, line) => sum + Number(line.split(' ').at(-1)), 0);
  };
  return { node, uploadNode: `127.0.0.1:${uploadPort}`, asked, end: instance.end };
};

export type Dial = typeof ask;

/** Publishes 1.0.0 of an app through the proxy, upload included; resolves with its bytes and release id. */
export const publishThrough = async (dial: Dial, baseUrl: string, slug: string) => {
  const fetch = async (address: string, init: Parameters<Dial>[1]) => {
    const { status, headers, body } = await dial(address, init ?? {});
    const text = Buffer.concat(await body.toArray()).toString();
    return {
      status,
      headers: { get: (name: string) => headers[name]?.toString() ?? null },
      text: async () => text,
    };
  };
  const client = createClient({ baseUrl, key: adminKey, fetch });
  const bytes = Buffer.alloc(300_000, slug);
  const sha256 = Buffer.from(await crypto.subtle.digest('SHA-256', new Uint8Array(bytes))).toString('hex');
  await client.createApp({ slug, adapter: 'rest' });
  const { release } = await client.createRelease(slug, { version: '1.0.0' });
  const artifact = { version: '1.0.0', target: 'linux-x86_64', format: '.bin', size: bytes.length, sha256 };
  const { uploadUrl, headers } = await client.presignArtifact(slug, artifact);
  const { status } = await dial(uploadUrl, { method: 'PUT', headers, body: bytes });
  if (status !== 200) throw new Error(`the upload through the proxy was answered ${status}`);
  await client.publishRelease(slug, release.id);
  return { bytes, releaseId: release.id, client };
};
