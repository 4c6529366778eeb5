import { randomBytes } from 'node:crypto';
import { type Client, createClient, type Fetch } from '@slipway/api';
import type { NameServer } from '../lab/name-server.ts';
import type { OidcIssuer } from '../lab/oidc-issuer.ts';
import type { ArtifactInput } from '../lab/publisher.ts';
import { type Answer, type Ask, dial } from './dial.ts';
import { assertWellFormedProblem } from './problem.ts';
import { createRecorder } from './recorder.ts';
import { createSettling } from './settling.ts';

/** A running deployment, as the suite needs it. */
export interface Deployment {
  /** The public addresses; with several nodes, those of the load balancer. */
  baseUrl: string;
  publicUrl: (publicSlug: string) => string;
  adminKey: string;
  storage: 'files' | 's3';
  /** The trusted token issuer. */
  issuer: OidcIssuer;
  /** The name server for domain checks. */
  names: NameServer;
  /** The port of each node. */
  nodes: number[];
  log(): string;
  /** Writes an unregistered adapter directly into the database. */
  storeAdapter(slug: string, adapter: string): Promise<void>;
  stop(): Promise<void>;
}

/** Changes publishers' declarations and requests on the way to the server. */
export interface Middleware {
  /** The artifact to declare, with its file name. */
  extendArtifact(piece: ArtifactInput, fileName: string): ArtifactInput;
  dial(ask: Ask): Promise<Answer>;
}

/** A raw API call with an optional key, for requests that the client would not send. */
export interface Call {
  method?: string;
  path: string;
  key?: string;
  body?: unknown;
  from?: string;
}

const plain: Middleware = { extendArtifact: (piece) => piece, dial };

/** A unique text, valid as a slug. */
export const unique = (prefix = 'x'): string => `${prefix}-${randomBytes(6).toString('hex')}`;

/** An address from which no other test fails to authenticate. */
export const randomClientIp = (): string =>
  `2001:db8:${randomBytes(12).toString('hex').match(/.{4}/g)?.join(':') ?? ''}`;

export const lazily = <T>(make: () => Promise<T>): (() => Promise<T>) => {
  let made: Promise<T> | undefined;
  return () => {
    made ??= make();
    return made;
  };
};

/** The shared state of tests: the running deployment and all requests to it. */
export const createWorld = (
  deployed: () => Deployment,
  { extendArtifact, dial: reach }: Middleware = plain,
) => {
  const recorder = createRecorder();
  const secrets = new Set<string>();
  const settle = createSettling(() => deployed().nodes);
  const isOurs = (url: string) => url.split('/')[2]?.split(':')[1] === deployed().baseUrl.split(':')[2];

  /** Sends to the server or its storage; checks every error response against the rules. */
  const send = async (ask: Ask): Promise<Answer> => {
    const answer = await reach(ask);
    if (!isOurs(ask.url)) return answer;
    recorder.record(ask, answer);
    if (answer.status >= 400 && ask.method !== 'HEAD') assertWellFormedProblem(answer);
    if (deployed().nodes.length > 1) await settle(ask, answer);
    return answer;
  };

  /** Sends to one node directly. */
  const sendTo = (node: number, { url, headers, ...rest }: Ask): Promise<Answer> => {
    const direct = url.replace(/^http:\/\/[^/]+/, `http://127.0.0.1:${deployed().nodes[node]}`);
    return send({ url: direct, headers: { host: new URL(url).host, ...headers }, ...rest });
  };

  /** Sends to every node: through the load balancer, other tests would change the order. */
  const sendToEach = (ask: Ask): Promise<Answer[]> =>
    Promise.all(deployed().nodes.map((_, node) => sendTo(node, ask)));

  /** Uploads with a retry, because the test S3 endpoint sometimes resets a connection. */
  const put = async (upload: Omit<Ask, 'method'>): Promise<Answer> => {
    const tries = deployed().storage === 's3' ? 5 : 1;
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await send({ ...upload, method: 'PUT' });
      } catch (error) {
        if (attempt === tries) throw error;
      }
    }
  };

  const fetch: Fetch = async (url, init) => {
    const answer = await send({ url, ...init });
    return {
      status: answer.status,
      headers: { get: (name) => String(answer.headers[name] ?? '') || null },
      text: async () => answer.text,
    };
  };

  const client = (key: string): Client => createClient({ baseUrl: deployed().baseUrl, key, fetch });

  const askOf = (call: Call): Ask => ({
    url: `${deployed().baseUrl}${call.path}`,
    method: call.method ?? 'GET',
    headers: {
      ...(call.key === undefined ? {} : { authorization: `Bearer ${call.key}` }),
      ...(call.body === undefined ? {} : { 'content-type': 'application/json' }),
      ...(call.from === undefined ? {} : { 'x-forwarded-for': call.from }),
    },
    ...(call.body === undefined ? {} : { body: JSON.stringify(call.body) }),
  });

  return {
    deployed,
    extendArtifact,
    recorder,
    /** Every issued key, to search for in the log. */
    secrets,
    send,
    sendTo,
    sendToEach,
    put,
    fetch,
    client,
    call: (call: Call): Promise<Answer> => send(askOf(call)),
    callOn: (node: number, call: Call): Promise<Answer> => sendTo(node, askOf(call)),
    callOnEach: (call: Call): Promise<Answer[]> => sendToEach(askOf(call)),
    admin: () => client(deployed().adminKey),
  };
};
export type World = ReturnType<typeof createWorld>;
