import assert from 'node:assert/strict';
import type { ApiRequestSpec, Running } from '../harness.ts';
import { fromElsewhere } from './keyed-routes.ts';

/* A signed-in browser. */

/** The header that our own pages send with the cookie. */
export const ownHeader = { 'x-slipway-session': '1' };

/** Signs in with a key; returns the cookie as a browser would send it back. */
export const signIn = async (
  service: Pick<Running, 'api'>,
  key: string,
  json: { stay?: boolean } = {},
): Promise<string> => {
  const reply = await service.api('/v1/session', { key, json, headers: fromElsewhere() });
  assert.equal(reply.status, 201, reply.text());
  return String(reply.headers['set-cookie']).split(';', 1)[0] ?? '';
};

/** Requests as our pages do: with the cookie and the header, without a key. */
export const askSignedIn = (
  service: Pick<Running, 'api'>,
  path: string,
  { cookie, headers, ...question }: Omit<ApiRequestSpec, 'key'> & { cookie: string },
) =>
  service.api(path, {
    ...question,
    key: '',
    headers: { ...ownHeader, ...fromElsewhere(), cookie, ...headers },
  });
