import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Client, createClient } from '@slipway/api';
import { pino } from 'pino';
import { createFetch, dial } from '../../lab/dial.ts';
import * as lab from '../../lab/publisher.ts';
import { type HttpReply, type RequestSpec, requestPort } from '../../lab/request.ts';
import { adminKey, defaultEnv, type Service, startService as startLabService } from '../../lab/service.ts';
import { type ComposeOptions, compose } from '../src/compose.ts';
import { readConfig } from '../src/config/config.ts';

/*
 * The real server, in this process or its own, with raw paths and responses, since these tests send and see what no
 * regular client would.
 */

export { adminKey };

export interface Running {
  port: number;
  uploadPort: number;
  /** Holds `slipway.db` and `blobs`. */
  folder: string;
  /** Its log lines. */
  logs: string[];
  /** Sends a request to the base host, with the admin key by default. */
  api(path: string, question?: ApiRequestSpec): Promise<HttpReply>;
  /** Sends a request to an app's host, without a key. */
  site(slug: string, path: string, question?: RequestSpec): Promise<HttpReply>;
  stop(): Promise<void>;
}

/** A server in its own process. */
export type RunningChild = Omit<Service, 'stop' | 'log'> & Running;

export interface ApiRequestSpec extends RequestSpec {
  key?: string | undefined;
  json?: unknown;
}

/** A client for a local server's port. */
export const clientOf = (port: number): Pick<Running, 'api' | 'site'> => ({
  api: async (path, { key = adminKey, json, ...question } = {}) => {
    const isJson = json !== undefined;
    const headers = {
      ...(key === '' ? {} : { authorization: `Bearer ${key}` }),
      ...(isJson ? { 'content-type': 'application/json' } : {}),
      ...question.headers,
    };
    const body = isJson ? JSON.stringify(json) : question.body;
    const method = question.method ?? (isJson ? 'POST' : 'GET');
    const send = () => requestPort(port, path, { ...question, headers, body, method });
    // Many tests share the admin key; rate limit tests use their own key.
    for (let reply = await send(); ; reply = await send()) {
      if (reply.status !== 429 || key !== adminKey) return reply;
      await sleep(50);
    }
  },
  site: (slug, path, question = {}) =>
    requestPort(port, path, { host: `${slug}.localhost:${port}`, ...question }),
});

/** A temporary folder; the caller removes it. */
export const makeFolder = (): Promise<string> => mkdtemp(join(tmpdir(), 'slipway-test-'));

export interface StartOptions {
  /** An existing folder, which is left in place. */
  folder?: string;
  env?: Record<string, string>;
  outside?: Partial<ComposeOptions>;
}

/** Starts the whole composition in this process. */
export const startService = async ({
  folder: existingFolder,
  env = {},
  outside,
}: StartOptions = {}): Promise<Running> => {
  const folder = existingFolder ?? (await makeFolder());
  const logs: string[] = [];
  const config = readConfig({ ...defaultEnv(folder), LOG_LEVEL: 'debug', ...env });
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
      if (existingFolder === undefined) await rm(folder, { recursive: true, force: true });
    },
  };
};

/** Starts `slipway-server start` in its own process. */
export const startChild = async (options: StartOptions = {}): Promise<RunningChild> => {
  const { folder, env } = options;
  const child = await startLabService({ ...(folder ? { folder } : {}), ...(env ? { env } : {}) });
  return {
    ...child,
    get logs() {
      return child.log().split('\n');
    },
    ...clientOf(child.port),
    stop: async () => void (await child.stop()),
  };
};

export const uniqueSlug = (prefix = 'app'): string => `${prefix}-${randomUUID().slice(0, 8)}`;

export const { sha256Of } = lab;

/** An app and a key with all scopes. */
export interface TestApp {
  slug: string;
  key: string;
}

const allScopes = ['read', 'publish', 'withdraw', 'prune', 'manage', 'report'];

export const createTestApp = async (
  service: Pick<Running, 'api'>,
  fields: Record<string, unknown> = {},
): Promise<TestApp> => {
  const slug = (fields.slug as string | undefined) ?? uniqueSlug();
  const app = await service.api('/v1/apps', { json: { adapter: 'rest', ...fields, slug } });
  if (app.status !== 201) throw new Error(`no app: ${app.text()}`);
  return { slug, key: await createTestKey(service, slug, allScopes) };
};

/** Creates a key with these scopes and returns its text. */
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

export interface Part extends Omit<lab.ArtifactInput, 'target' | 'bytes'> {
  target: string;
  bytes: Uint8Array;
}

export interface Ticket {
  artifactId: string;
  uploadUrl: string;
  headers: Record<string, string>;
}

/** The typed client over the raw one, so that it waits out the admin key's rate limit. */
const typedClient = ({ api }: Pick<Running, 'api'>, key: string): Client => {
  const baseUrl = 'http://localhost';
  const fetch = createFetch((url, question) => api(url.slice(baseUrl.length), { key, ...question }));
  return createClient({ baseUrl, fetch });
};

/** The publisher's steps, with the raw responses of the upload and of publish. */
export const createPublisher = (service: Pick<Running, 'api'>, { slug, key }: TestApp) => {
  const steps = lab.createPublisher(typedClient(service, key), slug);
  const pieceOf = (part: Part): lab.ArtifactInput => ({
    format: '.bin',
    ...part,
    bytes: Buffer.from(part.bytes),
  });
  const put = ({ uploadUrl, headers }: Pick<Ticket, 'uploadUrl' | 'headers'>, bytes: Uint8Array) =>
    dial(uploadUrl, { method: 'PUT', headers, body: bytes, agent: false });
  return {
    draft: async (fields: Draft): Promise<string> => (await steps.draft(fields)).id,
    presign: async (fields: Draft, part: Part): Promise<Ticket> => {
      const { artifact, uploadUrl, headers } = await steps.declare(fields, pieceOf(part));
      return { artifactId: artifact.id, uploadUrl, headers };
    },
    put,
    upload: async (fields: Draft, part: Part): Promise<void> =>
      steps.upload(await steps.declare(fields, pieceOf(part))),
    publish: (id: string): Promise<HttpReply> =>
      service.api(`/v1/apps/${slug}/releases/${id}/publish`, { key, method: 'POST' }),
    /** All four; returns the release's ID. */
    release: async (fields: Draft, parts: readonly Part[]): Promise<string> =>
      (await steps.publish(fields, parts.map(pieceOf))).release.id,
  };
};
