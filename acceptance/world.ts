import { randomBytes } from 'node:crypto';
import { type Client, createClient, type Fetch } from '@slipway/api';
import type { NameServer } from '../lab/name-server.ts';
import type { OidcIssuer } from '../lab/oidc-issuer.ts';
import type { ArtifactInput } from '../lab/publisher.ts';
import { type Answer, type Ask, dial } from './dial.ts';
import { assertWellFormedProblem } from './problem.ts';
import { createRecorder } from './recorder.ts';
import { createSettling } from './settling.ts';

/** One way to run the service, as the suite needs to know it. */
export interface Deployment {
  /** The addresses that answer; with several nodes, of what stands before them. */
  baseUrl: string;
  publicUrl: (publicSlug: string) => string;
  adminKey: string;
  storage: 'files' | 's3';
  /** Whose tokens it looks at. */
  issuer: OidcIssuer;
  /** Whom it asks where domains lead. */
  names: NameServer;
  /** The port of each node. */
  nodes: number[];
  log(): string;
  /** Writes an adapter that no one registered into the database, behind the service's back. */
  storeAdapter(slug: string, adapter: string): Promise<void>;
  stop(): Promise<void>;
}

/** What is done to everything that publishers declare and ask on the way to the service. */
export interface Dressing {
  /** An artifact as it is to be declared, which would be saved under this name. */
  dress(piece: ArtifactInput, fileName: string): ArtifactInput;
  dial(ask: Ask): Promise<Answer>;
}

/** A call of the API, with a key where there is one, where the client would be too polite. */
export interface Call {
  method?: string;
  path: string;
  key?: string;
  body?: unknown;
  from?: string;
}

const plain: Dressing = { dress: (piece) => piece, dial };

/** Text that no other test uses, fit for a slug. */
export const unique = (prefix = 'x'): string => `${prefix}-${randomBytes(6).toString('hex')}`;

/** An address that no other test fails to authenticate from. */
export const strangerAddress = (): string =>
  `2001:db8:${randomBytes(12).toString('hex').match(/.{4}/g)?.join(':') ?? ''}`;

/** Computes once, when first asked. */
export const lazily = <T>(make: () => Promise<T>): (() => Promise<T>) => {
  let made: Promise<T> | undefined;
  return () => {
    made ??= make();
    return made;
  };
};

/** What tests share: the deployment that is running, and everything that was ever asked of it. */
export const createWorld = (deployed: () => Deployment, { dress, dial: reach }: Dressing = plain) => {
  const recorder = createRecorder();
  const secrets = new Set<string>();
  const settle = createSettling(() => deployed().nodes);
  const isOurs = (url: string) => url.split('/')[2]?.split(':')[1] === deployed().baseUrl.split(':')[2];

  /** Sends to the service or its storage; every error of the service is held to the rules of errors. */
  const send = async (ask: Ask): Promise<Answer> => {
    const answer = await reach(ask);
    if (!isOurs(ask.url)) return answer;
    recorder.record(ask, answer);
    if (answer.status >= 400 && ask.method !== 'HEAD') assertWellFormedProblem(answer);
    if (deployed().nodes.length > 1) await settle(ask, answer);
    return answer;
  };

  /** Sends to one of the nodes, past what stands before them. */
  const sendTo = (node: number, { url, headers, ...rest }: Ask): Promise<Answer> => {
    const direct = url.replace(/^http:\/\/[^/]+/, `http://127.0.0.1:${deployed().nodes[node]}`);
    return send({ url: direct, headers: { host: new URL(url).host, ...headers }, ...rest });
  };

  /** Asks every node: before them other tests take turns, too, and one may be met twice and another never. */
  const sendToEach = (ask: Ask): Promise<Answer[]> =>
    Promise.all(deployed().nodes.map((_, node) => sendTo(node, ask)));

  /** Uploads; the S3 endpoint of the tests resets a connection now and then, after which a client tries again. */
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

  const askOf = (asked: Call): Ask => ({
    url: `${deployed().baseUrl}${asked.path}`,
    method: asked.method ?? 'GET',
    headers: {
      ...(asked.key === undefined ? {} : { authorization: `Bearer ${asked.key}` }),
      ...(asked.body === undefined ? {} : { 'content-type': 'application/json' }),
      ...(asked.from === undefined ? {} : { 'x-forwarded-for': asked.from }),
    },
    ...(asked.body === undefined ? {} : { body: JSON.stringify(asked.body) }),
  });

  return {
    deployed,
    dress,
    recorder,
    /** Every key that was handed out, to look for in the log. */
    secrets,
    send,
    sendTo,
    sendToEach,
    put,
    fetch,
    client,
    call: (asked: Call): Promise<Answer> => send(askOf(asked)),
    callOn: (node: number, asked: Call): Promise<Answer> => sendTo(node, askOf(asked)),
    callOnEach: (asked: Call): Promise<Answer[]> => sendToEach(askOf(asked)),
    admin: () => client(deployed().adminKey),
  };
};
export type World = ReturnType<typeof createWorld>;
