import { readFileSync } from 'node:fs';
import type { Fetch } from '@slipway/api';
import type { Environment } from '../config/environment.ts';
import { exitCodes, Failure, usageFailure } from '../errors/failure.ts';

/*
 * The identity of a pipeline: an OIDC token that its CI provider signs for one audience. The audience is computed from
 * the server's address, never requested: a hostile server would name another server's.
 */

export interface Identity {
  kind: 'github' | 'given';
  /** Whether another token is available after the first key expires. */
  isRenewable: boolean;
  /** A token for the server at that address. */
  token(url: string): Promise<string>;
}

export const audienceOf = (url: string): string => new URL(url).origin;

/** Decodes the audience without verifying the token. */
const audienceIn = (token: string): unknown => {
  try {
    const payload = Buffer.from(token.split('.')[1] ?? '', 'base64url').toString('utf8');
    return (JSON.parse(payload) as { aud?: unknown }).aud;
  } catch {
    return undefined;
  }
};

/** The job was given this token. It is sent only to its audience, because the address may come from any repository. */
const givenIdentity = (token: string): Identity => ({
  kind: 'given',
  isRenewable: false,
  token: async (url) => {
    const audience = audienceOf(url);
    if (audienceIn(token) === audience) return token;
    throw usageFailure(
      `SLIPWAY_ID_TOKEN is not for ${audience}.`,
      `Request it with that audience. In .gitlab-ci.yml:\nid_tokens:\n  SLIPWAY_ID_TOKEN:\n    aud: ${audience}`,
    );
  },
});

const noToken = (why: string, cause?: unknown): Failure =>
  new Failure(`GitHub gave this job no token: ${why}`, {
    exit: exitCodes.failed,
    code: 'no-identity',
    remedy: 'Run the job again. If it still fails, set SLIPWAY_KEY.',
    cause,
  });

const valueIn = (text: string): string => {
  try {
    const { value } = JSON.parse(text) as { value?: unknown };
    if (typeof value === 'string' && value !== '') return value;
  } catch {
    // A response that is not JSON contains no token.
  }
  throw noToken('the response is not valid.');
};

/** GitHub's runner issues a new token for each request. */
const githubIdentity = (endpoint: { url: string; bearer: string; fetch: Fetch }): Identity => ({
  kind: 'github',
  isRenewable: true,
  token: async (url) => {
    const address = `${endpoint.url}&audience=${encodeURIComponent(audienceOf(url))}`;
    const headers = { accept: 'application/json', authorization: `bearer ${endpoint.bearer}` };
    const answer = await endpoint.fetch(address, { method: 'GET', headers });
    if (answer.status !== 200) throw noToken(`it returned ${answer.status}.`);
    return valueIn(await answer.text());
  },
});

/** Undefined outside a pipeline, or if the pipeline has no identity. */
export const findIdentity = (env: Environment, fetch: Fetch): Identity | undefined => {
  const idToken = env.SLIPWAY_ID_TOKEN?.trim();
  if (idToken) return givenIdentity(idToken);
  const { ACTIONS_ID_TOKEN_REQUEST_URL: url, ACTIONS_ID_TOKEN_REQUEST_TOKEN: bearer } = env;
  return url && bearer ? githubIdentity({ url, bearer, fetch }) : undefined;
};

export const hasIdentity = (env: Environment): boolean =>
  Boolean(env.SLIPWAY_ID_TOKEN?.trim()) ||
  Boolean(env.ACTIONS_ID_TOKEN_REQUEST_URL && env.ACTIONS_ID_TOKEN_REQUEST_TOKEN);

/** Whether this is a GitHub run for a pull request from a fork. */
const isFork = (env: Environment): boolean => {
  if (!/^pull_request/.test(env.GITHUB_EVENT_NAME ?? '')) return false;
  try {
    const event = JSON.parse(readFileSync(env.GITHUB_EVENT_PATH ?? '', 'utf8')) as {
      pull_request?: { head?: { repo?: { full_name?: string } | null } };
    };
    return event.pull_request?.head?.repo?.full_name !== env.GITHUB_REPOSITORY;
  } catch {
    return false;
  }
};

/** How to give this pipeline an identity; undefined outside known CI systems. */
export const findIdentityHint = (env: Environment, url: string | undefined): string | undefined => {
  if (env.GITHUB_ACTIONS === 'true')
    return isFork(env)
      ? 'GitHub gives pull requests from forks no secrets and no token. Publish from your own repository, on a push or tag.'
      : 'This job has no token. Add `permissions: id-token: write` (and `contents: read`), and trust it once with `slipway trust add github`. Or set SLIPWAY_KEY.';
  if (env.GITLAB_CI !== 'true') return undefined;
  const audience = url === undefined ? 'https://releases.example.com' : audienceOf(url);
  return `This job has no token. Add the lines below, and trust it once with \`slipway trust add gitlab\`. Or set SLIPWAY_KEY.\nid_tokens:\n  SLIPWAY_ID_TOKEN:\n    aud: ${audience}`;
};
