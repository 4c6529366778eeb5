import { type ChildProcess, spawn } from 'node:child_process';
import { createHash, randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { pino } from 'pino';
import { compose, type Outside } from '../src/compose.ts';
import { readConfig } from '../src/config/config.ts';
import { ask, type Question, type Reply } from './request.ts';

/*
 * Starts the real service, in this process or in one of its own, on free ports and in a temporary folder, and speaks
 * to it as a publisher and as a client would.
 */

export const adminKey = 'an-admin-key-that-only-tests-know-of-0123456789';

/** A service that answers. */
export interface Running {
  port: number;
  uploadPort: number;
  /** Holds `slipway.db` and `blobs`. */
  folder: string;
  /** What it logged, a line each. */
  logs: string[];
  /** Asks the service on the host that is no app's, with the admin key unless another is given. */
  api(path: string, question?: ApiQuestion): Promise<Reply>;
  /** Asks on the host of an app, without a key. */
  site(slug: string, path: string, question?: Question): Promise<Reply>;
  stop(): Promise<void>;
}

/** A service in a process of its own. */
export interface RunningChild extends Running {
  process: ChildProcess;
  /** How long it took until it was ready. */
  readyMs: number;
  /** Ends it as a power cut would end the process. */
  kill(): Promise<void>;
}

export interface ApiQuestion extends Question {
  key?: string | undefined;
  json?: unknown;
}

const clientOf = (port: number): Pick<Running, 'api' | 'site'> => ({
  api: async (path, { key = adminKey, json, ...question } = {}) => {
    const isJson = json !== undefined;
    const headers = {
      ...(key === '' ? {} : { authorization: `Bearer ${key}` }),
      ...(isJson ? { 'content-type': 'application/json' } : {}),
      ...question.headers,
    };
    const body = isJson ? JSON.stringify(json) : question.body;
    const method = question.method ?? (isJson ? 'POST' : 'GET');
    const send = () => ask(port, path, { ...question, headers, body, method });
    // Many tests share the admin key; a test of its limits asks with a key of its own.
    for (let reply = await send(); ; reply = await send()) {
      if (reply.status !== 429 || key !== adminKey) return reply;
      await sleep(50);
    }
  },
  site: (slug, path, question = {}) => ask(port, path, { host: `${slug}.localhost:${port}`, ...question }),
});

const environmentOf = (folder: string, env: Record<string, string>): Record<string, string> => ({
  PORT: '0',
  SLIPWAY_ADMIN_KEY: adminKey,
  SLIPWAY_DATABASE_URL: `sqlite:${join(folder, 'slipway.db')}`,
  SLIPWAY_STORAGE_URL: `file:${join(folder, 'blobs')}`,
  ...env,
});

/** A folder that whoever asked for it removes. */
export const makeFolder = (): Promise<string> => mkdtemp(join(tmpdir(), 'slipway-test-'));

export interface StartOptions {
  /** A folder to go on with; it is then left in place. */
  folder?: string;
  env?: Record<string, string>;
  outside?: Partial<Outside>;
}

/** Starts the whole composition in this process. */
export const startService = async ({
  folder: given,
  env = {},
  outside,
}: StartOptions = {}): Promise<Running> => {
  const folder = given ?? (await makeFolder());
  const logs: string[] = [];
  const config = readConfig(
    environmentOf(folder, { LOG_LEVEL: 'debug', SLIPWAY_DRAIN_SECONDS: '2', ...env }),
  );
  const logger = pino(
    { level: config.logLevel, base: null },
    { write: (line: string) => void logs.push(line) },
  );
  const service = await compose(config, { logger, ...outside });
  const port = Number(new URL(service.addresses.baseUrl).port);
  return {
    port,
    uploadPort: Number(new URL(service.addresses.uploadUrl).port),
    folder,
    logs,
    ...clientOf(port),
    stop: async () => {
      await service.close();
      if (given === undefined) await rm(folder, { recursive: true, force: true });
    },
  };
};

const main = new URL('../src/main.ts', import.meta.url).pathname;
const readyPatienceMs = 20_000;

const endOf = (child: ChildProcess): Promise<void> =>
  new Promise((resolve) => {
    if (child.exitCode !== null || child.signalCode !== null) resolve();
    else child.once('exit', () => resolve());
  });

/** Starts the service as `slipway-server start` does, in a process of its own. */
export const startChild = async ({ folder: given, env = {} }: StartOptions = {}): Promise<RunningChild> => {
  const folder = given ?? (await makeFolder());
  const startedAt = performance.now();
  const child = spawn(process.execPath, [main, 'start'], {
    cwd: folder,
    // What was compiled once is found again at the next start in this folder.
    env: { NODE_COMPILE_CACHE: join(folder, 'compiled'), ...environmentOf(folder, env) },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const logs: string[] = [];
  const ended = endOf(child);
  const ports = await new Promise<number[]>((resolve, reject) => {
    let text = '';
    const timer = setTimeout(() => reject(new Error(`not ready in time:\n${text}`)), readyPatienceMs);
    const hear = (chunk: Buffer): void => {
      text += chunk;
      logs.push(...chunk.toString().split('\n'));
      const found = ['answers at', 'Uploads go to'].map(
        (name) => new RegExp(`${name} .*:(\\d+)`).exec(text)?.[1],
      );
      if (found.every((port) => port !== undefined)) {
        clearTimeout(timer);
        resolve(found.map(Number));
      }
    };
    child.stdout.on('data', hear);
    child.stderr.on('data', hear);
    void ended.then(() => reject(new Error(`ended before it was ready:\n${text}`)));
  });
  const [port = 0, uploadPort = 0] = ports;
  const { status } = await ask(port, '/readyz', {});
  if (status !== 200) throw new Error(`readyz says ${status}`);
  return {
    port,
    uploadPort,
    folder,
    logs,
    process: child,
    readyMs: performance.now() - startedAt,
    ...clientOf(port),
    kill: () => {
      child.kill('SIGKILL');
      return ended;
    },
    stop: async () => {
      child.kill('SIGTERM');
      await ended;
      if (given === undefined) await rm(folder, { recursive: true, force: true });
    },
  };
};

/** A name that no other test has. */
export const uniqueSlug = (prefix = 'app'): string => `${prefix}-${randomUUID().slice(0, 8)}`;

export const sha256Of = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');

/** An app and a key that may do everything with it. */
export interface TestApp {
  slug: string;
  key: string;
}

const allScopes = ['read', 'publish', 'withdraw', 'prune', 'manage'];

/** Makes an app and a key of it. */
export const createTestApp = async (
  service: Pick<Running, 'api'>,
  fields: Record<string, unknown> = {},
): Promise<TestApp> => {
  const slug = (fields.slug as string | undefined) ?? uniqueSlug();
  const app = await service.api('/v1/apps', { json: { adapter: 'rest', ...fields, slug } });
  if (app.status !== 201) throw new Error(`no app: ${app.text()}`);
  return { slug, key: await createTestKey(service, slug, allScopes) };
};

/** Makes a key with these scopes and returns its text. */
export const createTestKey = async (
  service: Pick<Running, 'api'>,
  slug: string,
  scopes: readonly string[],
): Promise<string> => {
  const reply = await service.api(`/v1/apps/${slug}/keys`, { json: { name: 'test', scopes } });
  if (reply.status !== 201) throw new Error(`no key: ${reply.text()}`);
  return reply.json<{ secret: string }>().secret;
};

export interface Draft {
  version: string;
  channel?: string;
  notes?: string;
}

export interface Part {
  target: string;
  bytes: Uint8Array;
  signature?: string;
}

export interface Ticket {
  artifactId: string;
  uploadUrl: string;
  headers: Record<string, string>;
}

/** The publisher's four steps (spec 4.9), one at a time; each throws unless it succeeds. */
export const createPublisher = (service: Pick<Running, 'api' | 'uploadPort'>, { slug, key }: TestApp) => {
  const demand = async (pending: Promise<Reply>, status: number): Promise<Reply> => {
    const reply = await pending;
    if (reply.status !== status) throw new Error(`${reply.status} instead of ${status}: ${reply.text()}`);
    return reply;
  };
  const draft = async (fields: Draft): Promise<string> => {
    const reply = await demand(service.api(`/v1/apps/${slug}/releases`, { key, json: fields }), 201);
    return reply.json<{ release: { id: string } }>().release.id;
  };
  const presign = async (
    { version, channel }: Draft,
    { target, bytes, signature }: Part,
  ): Promise<Ticket> => {
    const fields = {
      version,
      channel,
      target,
      format: '.bin',
      size: bytes.length,
      sha256: sha256Of(bytes),
      signature,
    };
    const reply = await demand(service.api(`/v1/apps/${slug}/artifacts/presign`, { key, json: fields }), 201);
    const { artifact, uploadUrl, headers } = reply.json<Ticket & { artifact: { id: string } }>();
    return { artifactId: artifact.id, uploadUrl, headers };
  };
  const put = ({ uploadUrl, headers }: Ticket, bytes: Uint8Array): Promise<Reply> => {
    const { pathname, search } = new URL(uploadUrl);
    return ask(service.uploadPort, pathname + search, { method: 'PUT', headers, body: bytes });
  };
  const publish = (id: string): Promise<Reply> =>
    service.api(`/v1/apps/${slug}/releases/${id}/publish`, { key, method: 'POST' });
  /** All four; returns the release's id. */
  const release = async (fields: Draft, parts: readonly Part[]): Promise<string> => {
    const id = await draft(fields);
    for (const part of parts) await demand(put(await presign(fields, part), part.bytes), 200);
    await demand(publish(id), 200);
    return id;
  };
  return { draft, presign, put, publish, release };
};
