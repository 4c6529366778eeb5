import { randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type CryptoKey, exportJWK, generateKeyPair, type JWK, SignJWT } from 'jose';

/*
 * A local token issuer like GitHub's or GitLab's: discovery, keys, key rotation, and tokens for pipelines as GitHub's
 * runner provides them. Every real failure can be simulated.
 */

export type IssuerFault = 'away' | 'slow' | 'huge' | 'redirecting' | 'another' | 'no-json' | 'failing';

export interface SignOptions {
  /** Header fields that override the default ones. */
  header?: Record<string, unknown>;
  /** A key other than the issuer's own. */
  key?: CryptoKey | Uint8Array;
}

export interface OidcIssuer {
  issuer: string;
  /** A token with these claims; undefined ones are left out. */
  sign(claims: Record<string, unknown>, options?: SignOptions): Promise<string>;
  /** Signs with a new key from now on, published next to the old one. */
  rotate(): Promise<void>;
  /** The published keys. */
  keys(): JWK[];
  /** Publishes an additional, arbitrary key. */
  publish(key: JWK): void;
  break(how?: IssuerFault): void;
  /** How often its keys were requested. */
  requestCount(): number;
  /** The environment of a GitHub job whose token has these claims and the requested audience. */
  runnerEnv(claims: Record<string, unknown>): Record<string, string>;
  stop(): Promise<void>;
}

const nowSeconds = (): number => Math.floor(Date.now() / 1000);

/** The default claims of every token. */
const usual = (issuer: string) => {
  const now = nowSeconds();
  return { iss: issuer, jti: randomUUID(), iat: now, nbf: now - 5, exp: now + 300 };
};

/** A trusted publisher that matches these claims. */
export const githubPipeline = {
  provider: 'github',
  repository: 'acme/app',
  workflow: 'release.yml',
} as const;

/** The claims of a GitHub job. */
export const githubClaims = (more: Record<string, unknown> = {}): Record<string, unknown> => ({
  sub: 'repo:acme/app:ref:refs/tags/v1.0.0',
  repository: 'acme/app',
  repository_id: '1001',
  repository_owner: 'acme',
  repository_owner_id: '2002',
  workflow_ref: 'acme/app/.github/workflows/release.yml@refs/tags/v1.0.0',
  job_workflow_ref: 'acme/shared/.github/workflows/build.yml@refs/heads/main',
  ref: 'refs/tags/v1.0.0',
  ref_type: 'tag',
  sha: '0123456789abcdef0123456789abcdef01234567',
  event_name: 'push',
  run_id: '4711',
  actor: 'octocat',
  ...more,
});

/** The claims of a GitLab job. */
export const gitlabClaims = (host: string, more: Record<string, unknown> = {}): Record<string, unknown> => ({
  sub: 'project_path:acme/tools/app:ref_type:tag:ref:v1.0.0',
  project_path: 'acme/tools/app',
  project_id: '31',
  namespace_path: 'acme/tools',
  namespace_id: '72',
  ref: 'v1.0.0',
  ref_type: 'tag',
  ref_protected: 'true',
  ci_config_ref_uri: `${host}/acme/tools/app//.gitlab-ci.yml@refs/tags/v1.0.0`,
  sha: '0123456789abcdef0123456789abcdef01234567',
  pipeline_id: '815',
  pipeline_source: 'push',
  user_login: 'tanuki',
  ...more,
});

const json = (response: ServerResponse, body: unknown, status = 200): void => {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
};

const breakages: Record<IssuerFault, (response: ServerResponse) => void> = {
  away: (response) => response.destroy(),
  slow: () => undefined,
  huge: (response) => void response.end(`{"keys":["${'a'.repeat(300 * 1024)}"]}`),
  redirecting: (response) => void response.writeHead(302, { location: '/moved' }).end(),
  another: (response) =>
    json(response, { issuer: 'https://another.example', jwks_uri: 'https://another.example' }),
  'no-json': (response) => void response.end('<html>'),
  failing: (response) => json(response, {}, 500),
};

export const startOidcIssuer = async (): Promise<OidcIssuer> => {
  const published: JWK[] = [];
  const runnerSecret = randomUUID();
  let current: { kid: string; privateKey: CryptoKey };
  let broken: IssuerFault | undefined;
  let keyRequests = 0;
  let job: Record<string, unknown> = {};

  const rotate = async (): Promise<void> => {
    const { publicKey, privateKey } = await generateKeyPair('RS256');
    const kid = randomUUID();
    published.push({ ...(await exportJWK(publicKey)), kid, alg: 'RS256', use: 'sig' });
    current = { kid, privateKey };
  };

  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const url = new URL(request.url ?? '/', issuer);
    if (url.pathname === '/token') {
      const isRunner = request.headers.authorization?.toLowerCase() === `bearer ${runnerSecret}`;
      if (!isRunner) return json(response, {}, 401);
      const aud = url.searchParams.get('audience') ?? 'https://github.com/acme';
      return json(response, { count: 1, value: await sign({ ...job, aud }) });
    }
    if (url.pathname === '/keys') keyRequests += 1;
    if (broken !== undefined) return breakages[broken](response);
    if (url.pathname === '/keys') return json(response, { keys: published });
    if (url.pathname === '/.well-known/openid-configuration')
      return json(response, { issuer, jwks_uri: `${issuer}/keys` });
    json(response, {}, 404);
  };

  const server = createServer((request, response) => void answer(request, response));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

  const sign: OidcIssuer['sign'] = (claims, { header = {}, key } = {}) => {
    const { kid, privateKey } = current;
    const members = Object.entries({ ...usual(issuer), ...claims }).filter(
      ([, value]) => value !== undefined,
    );
    const head = Object.entries({ alg: 'RS256', typ: 'JWT', kid, ...header });
    const protectedHeader = Object.fromEntries(head.filter(([, value]) => value !== undefined));
    return new SignJWT(Object.fromEntries(members))
      .setProtectedHeader(protectedHeader as { alg: string })
      .sign(key ?? privateKey);
  };

  await rotate();
  return {
    issuer,
    sign,
    rotate,
    keys: () => published,
    publish: (key) => void published.push(key),
    break: (how) => {
      broken = how;
    },
    requestCount: () => keyRequests,
    runnerEnv: (claims) => {
      job = claims;
      return {
        ACTIONS_ID_TOKEN_REQUEST_URL: `${issuer}/token?api-version=2.0`,
        ACTIONS_ID_TOKEN_REQUEST_TOKEN: runnerSecret,
      };
    },
    stop: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
};
