import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import {
  adminKey,
  createPublisher,
  type Draft,
  makeFolder,
  type Part,
  type Running,
  startService,
  type TestApp,
} from '../harness.ts';
import { startPostgres } from '../postgres-server.ts';
import { ask, type Reply } from '../request.ts';
import { type S3Server, startS3 } from '../s3-server.ts';
import { type Line, openLine } from './line.ts';

/* Many nodes on one PostgreSQL and one S3, all of them answering for the same hosts. */

/** What may take longer when someone asks for it: SLIPWAY_TEST_LONG=1. */
export const isLong = process.env.SLIPWAY_TEST_LONG === '1';

const publicDomain = 'slipway.test';

/** The host of an app on every node. */
export const hostOf = (slug: string): string => `${slug}.${publicDomain}`;

export interface Engines {
  /** The database's own address, without anything in between. */
  database: string;
  s3: S3Server;
  stop(): Promise<void>;
}

/** A PostgreSQL and an S3 of the test's own. */
export const startEngines = async (): Promise<Engines> => {
  const [postgres, s3] = await Promise.all([startPostgres(), startS3()]);
  // The service finds its credentials where the SDK looks, in this process and in its children.
  Object.assign(process.env, {
    AWS_ACCESS_KEY_ID: s3.accessKeyId,
    AWS_SECRET_ACCESS_KEY: s3.secretAccessKey,
  });
  return {
    database: await postgres.createDatabase(),
    s3,
    stop: async () => {
      await Promise.all([postgres.stop(), s3.stop()]);
    },
  };
};

/** The storage's address as the service takes it; another endpoint may stand before the store. */
export const storageUrl = ({ bucket, region, endpoint: own }: S3Server, endpoint = own): string =>
  `s3://${bucket}/nodes?endpoint=${encodeURIComponent(endpoint)}&region=${region}&pathStyle=true`;

/** What makes a node one of many. */
export const nodeEnv = (engines: Pick<Engines, 'database' | 's3'>): Record<string, string> => ({
  SLIPWAY_DATABASE_URL: engines.database,
  SLIPWAY_STORAGE_URL: storageUrl(engines.s3),
  SLIPWAY_PUBLIC_URL: `http://{slug}.${publicDomain}`,
  LOG_LEVEL: 'warn',
});

export type Node = Pick<Running, 'port' | 'api' | 'site' | 'stop'>;

/** A node in this process. */
export const startNode = async (env: Record<string, string>): Promise<Node> => {
  const node = await startService({ env });
  return {
    ...node,
    site: (slug, path, question = {}) => ask(node.port, path, { host: hostOf(slug), ...question }),
  };
};

/** Two nodes and the line between the second and the database. */
export interface TwoNodes {
  engines: Engines;
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

export const freePort = async (): Promise<number> => {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  await once(server, 'close');
  return typeof address === 'object' && address !== null ? address.port : 0;
};

/** A node in a process of its own, ready or not. */
export interface NodeProcess extends Node {
  process: ChildProcess;
  log(): string;
  /** Resolves with the milliseconds it took until it was ready, from now. */
  ready(patienceMs?: number): Promise<number>;
  ended: Promise<number | null>;
}

/** Waits until something holds; returns the milliseconds it took. */
export const until = async (
  what: string,
  holds: () => Promise<boolean> | boolean,
  { patienceMs = 10_000, everyMs = 5 }: { patienceMs?: number; everyMs?: number } = {},
): Promise<number> => {
  const start = performance.now();
  while (!(await holds())) {
    assert.ok(performance.now() - start < patienceMs, `${what}: not within ${patienceMs} ms`);
    await sleep(everyMs);
  }
  return performance.now() - start;
};

const main = new URL('../../src/main.ts', import.meta.url).pathname;

/** Starts `slipway-server start` without waiting for it. */
export const spawnNode = async (env: Record<string, string>): Promise<NodeProcess> => {
  const [port, folder] = [await freePort(), await makeFolder()];
  const { PATH = '', AWS_ACCESS_KEY_ID = '', AWS_SECRET_ACCESS_KEY = '' } = process.env;
  const child = spawn(process.execPath, [main, 'start'], {
    cwd: folder,
    env: {
      PATH,
      AWS_ACCESS_KEY_ID,
      AWS_SECRET_ACCESS_KEY,
      PORT: String(port),
      SLIPWAY_ADMIN_KEY: adminKey,
      ...env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let log = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk) => {
      log += chunk;
    });
  const onExit = () => child.kill('SIGKILL');
  process.once('exit', onExit);
  const ended = once(child, 'close').then(async ([code]) => {
    process.off('exit', onExit);
    await rm(folder, { recursive: true, force: true });
    return code as number | null;
  });
  const api: Node['api'] = (path, { key = adminKey, json, ...question } = {}) => {
    const type = json === undefined ? {} : { 'content-type': 'application/json' };
    const method = question.method ?? (json === undefined ? 'GET' : 'POST');
    const body = json === undefined ? question.body : JSON.stringify(json);
    const headers = { authorization: `Bearer ${key}`, ...type, ...question.headers };
    return ask(port, path, { ...question, method, body, headers });
  };
  const isReady = () =>
    ask(port, '/readyz', { agent: false }).then(
      ({ status }) => status === 200,
      () => false,
    );
  return {
    port,
    process: child,
    log: () => log,
    ended,
    api,
    site: (slug, path, question = {}) => ask(port, path, { host: hostOf(slug), ...question }),
    ready: (patienceMs = 20_000) => until('ready', isReady, { patienceMs, everyMs: 20 }),
    stop: async () => {
      child.kill('SIGTERM');
      await ended;
    },
  };
};

/** PUTs bytes to a signed address, wherever it is. */
export const putTo = async (
  url: string,
  headers: Record<string, string>,
  body: Uint8Array,
): Promise<{ status: number; etag: string }> => {
  const answer = await fetch(url, { method: 'PUT', headers, body: Buffer.from(body) });
  await answer.arrayBuffer();
  return { status: answer.status, etag: answer.headers.get('etag') ?? '' };
};

/** The publisher's steps on one node, with the bytes going to the storage itself. */
export const publisherOn = (node: Pick<Node, 'api'>, app: TestApp) => {
  const { draft, presign, publish } = createPublisher({ ...node, uploadPort: 0 }, app);
  const upload = async (fields: Draft, part: Part): Promise<void> => {
    const { uploadUrl, headers } = await presign(fields, part);
    const { status } = await putTo(uploadUrl, headers, part.bytes);
    assert.equal(status, 200, 'the storage takes the bytes');
  };
  /** A published release; returns its id. */
  const release = async (fields: Draft, parts: readonly Part[]): Promise<string> => {
    const id = await draft(fields);
    for (const part of parts) await upload(fields, part);
    const { status, text } = await publish(id);
    assert.equal(status, 200, text());
    return id;
  };
  return { draft, presign, upload, publish, release };
};

export const target = 'linux-x86_64';
export const checkPath = '/releases/stable/linux/x86_64/0.0.1';
export const latestPath = (slug: string): string => `/releases/v1/apps/${slug}/latest`;
export const downloadPath = (releaseId: string): string => `/releases/download/${releaseId}/${target}`;

/** Asks again and again until told to stop, so many at a time; returns what came back, by status. */
export const keepAsking = (lanes: number, ask: () => Promise<Reply>) => {
  const statuses = new Map<number | string, number>();
  const milliseconds: number[] = [];
  let going = true;
  const lane = async (): Promise<void> => {
    while (going) {
      const start = performance.now();
      const outcome = await ask().then(
        ({ status }) => status,
        (error: unknown) => String(error),
      );
      milliseconds.push(performance.now() - start);
      statuses.set(outcome, (statuses.get(outcome) ?? 0) + 1);
      // A breath between two: the node under test lives in this process.
      await sleep(10);
    }
  };
  const running = Promise.all(Array.from({ length: lanes }, lane));
  return {
    stop: async () => {
      going = false;
      await running;
      return { statuses: Object.fromEntries(statuses), milliseconds };
    },
  };
};

/** The value below which so much of a hundred lies. */
export const percentile = (values: readonly number[], percent: number): number => {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor((sorted.length * percent) / 100))] ?? Number.NaN;
};

export const ms = (value: number): string => `${value.toFixed(value < 10 ? 1 : 0)} ms`;

export type { Reply };
