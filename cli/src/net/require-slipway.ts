import { type Fetch, type FetchResponse, ProblemError } from '@slipway/api';

/*
 * At a wrong address another program responds: a redirecting proxy, a website, some other API. Detecting that here
 * gives a clearer error than a missing field later. The dashboard comes from the server itself and skips this.
 */

/** Every API response with a body has one of these fields; anything else comes from another program. */
export const responseMembers: readonly string[] = [
  ...['app', 'apps', 'channel', 'channels', 'key', 'keys', 'trustedPublisher', 'trustedPublishers'],
  ...[
    'session',
    'sessions',
    'signingKey',
    'signingKeys',
    'domain',
    'domains',
    'status',
    'release',
    'releases',
  ],
  ...['review', 'rollout', 'rollouts', 'basis', 'artifact', 'usage', 'fleet', 'outcome', 'offers', 'effects'],
  ...['feeds', 'entries'],
];

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const parse = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
};

/** Slipway sends a problem with every rejection, and no redirects on these paths. */
const isSlipways = ({ status }: FetchResponse, text: string): boolean => {
  if (status >= 300 && status < 400) return false;
  if (text === '') return status !== 200 && status < 400;
  const value = parse(text);
  if (!isObject(value)) return false;
  return status < 300
    ? responseMembers.some((name) => Object.hasOwn(value, name))
    : typeof value.code === 'string' && typeof value.detail === 'string';
};

/** Throws if something other than Slipway responds. */
export const requireSlipway =
  (fetch: Fetch): Fetch =>
  async (url, init) => {
    const answer = await fetch(url, init);
    if (!isSlipways(answer, await answer.text()))
      throw new ProblemError(answer.status, undefined, answer.headers.get('retry-after'));
    return answer;
  };
