import { setTimeout as sleep } from 'node:timers/promises';
import { type BackendServers, startBackends as startLabEngines } from '../../../lab/backends.ts';
import { freePort } from '../../../lab/free-port.ts';
import { type HttpReply, requestPort } from '../../../lab/request.ts';
import { type S3Server, s3Env } from '../../../lab/s3.ts';
import { type ServiceProcess, spawnService } from '../../../lab/service.ts';
import { clientOf, type Running, startService } from '../harness.ts';
import { type Line, openLine } from './line.ts';

/* Many nodes on one PostgreSQL and one S3, all serving the same hosts. */

/** SLIPWAY_TEST_LONG=1 enables longer tests. */
export const isLong = process.env.SLIPWAY_TEST_LONG === '1';

const publicDomain = 'slipway.test';

/** The host of an app on every node. */
export const hostOf = (slug: string): string => `${slug}.${publicDomain}`;

/** A separate PostgreSQL and S3 for the test. */
export const startEngines = async (): Promise<BackendServers> => {
  const engines = await startLabEngines();
  // A node in this process uses the SDK's default credentials.
  const { AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY } = engines.env;
  Object.assign(process.env, { AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY });
  return engines;
};

/** The storage URL for the server; a different endpoint may be in front of the store. */
export const storageUrl = (s3: S3Server, endpoint = s3.endpoint): string =>
  s3Env({ ...s3, endpoint }, 'nodes').SLIPWAY_STORAGE_URL ?? '';

/** The environment of one node of many. */
export const nodeEnv = (engines: Pick<BackendServers, 'database' | 's3'>): Record<string, string> => ({
  SLIPWAY_DATABASE_URL: engines.database,
  ...s3Env(engines.s3, 'nodes'),
  SLIPWAY_PUBLIC_URL: `http://{slug}.${publicDomain}`,
  LOG_LEVEL: 'warn',
});

export type Node = Pick<Running, 'port' | 'api' | 'site' | 'stop'>;

/** A node in this process. */
export const startNode = async (env: Record<string, string>): Promise<Node> => {
  const node = await startService({ env });
  return {
    ...node,
    site: (slug, path, question = {}) => requestPort(node.port, path, { host: hostOf(slug), ...question }),
  };
};

/** Two nodes and the proxy between the second and the database. */
export interface TwoNodes {
  engines: BackendServers;
  line: Line;
  here: Node;
  there: Node;
  stop(): Promise<void>;
}

export const startTwoNodes = async (): Promise<TwoNodes> => {
  const engines = await startEngines();
  const line = await openLine(engines.database);
  const here = await startNode(nodeEnv(engines));
  const there = await startNode({
    ...nodeEnv({ ...engines, database: line.url }),
    SLIPWAY_DATABASE_POOL: '4',
  });
  return {
    engines,
    line,
    here,
    there,
    stop: async () => {
      await Promise.all([here.stop(), there.stop()]);
      await line.close();
      await engines.stop();
    },
  };
};

/** A node in its own process, ready or not. */
export interface NodeProcess extends Node, Pick<ServiceProcess, 'process' | 'log' | 'exitCode'> {
  ready(): Promise<unknown>;
}

/** Starts `slipway-server start` without waiting for it. */
export const spawnNode = async (env: Record<string, string>): Promise<NodeProcess> => {
  const port = await freePort();
  const node = await spawnService({ env: { ...env, PORT: String(port) } });
  return {
    ...node,
    port,
    api: clientOf(port).api,
    site: (slug, path, question = {}) => requestPort(port, path, { host: hostOf(slug), ...question }),
    stop: async () => void (await node.stop()),
  };
};

export const target = 'linux-x86_64';
export const checkPath = '/releases/stable/linux/x86_64/0.0.1';
export const latestPath = (slug: string): string => `/releases/v1/apps/${slug}/latest`;
export const downloadPath = (releaseId: string): string => `/releases/download/${releaseId}/${target}`;

/** Sends requests until stopped, this many at a time; returns the responses by status. */
export const keepAsking = (concurrency: number, ask: () => Promise<HttpReply>) => {
  const statuses = new Map<number | string, number>();
  const milliseconds: number[] = [];
  let going = true;
  const sendRequests = async (): Promise<void> => {
    while (going) {
      const start = performance.now();
      const outcome = await ask().then(
        ({ status }) => status,
        (error: unknown) => String(error),
      );
      milliseconds.push(performance.now() - start);
      statuses.set(outcome, (statuses.get(outcome) ?? 0) + 1);
      // A short pause, because the node under test runs in this process.
      await sleep(10);
    }
  };
  const running = Promise.all(Array.from({ length: concurrency }, sendRequests));
  return {
    stop: async () => {
      going = false;
      await running;
      return { statuses: Object.fromEntries(statuses), milliseconds };
    },
  };
};

export const percentile = (values: readonly number[], percent: number): number => {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor((sorted.length * percent) / 100))] ?? Number.NaN;
};

export const ms = (value: number): string => `${value.toFixed(value < 10 ? 1 : 0)} ms`;

export type { BackendServers, HttpReply };
