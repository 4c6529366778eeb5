import type { Client } from '../../domain/model/offer.ts';
import type { Sender } from '../../domain/rollouts/client-reports/evaluate.ts';
import type { KeptHeaders } from '../../node/plain-fields.ts';
import type { Asked } from '../../node/plain-request.ts';
import type { Trusts } from '../hosts/sites.ts';
import { networkIn, networkOf, subnetsOf } from './client-ip.ts';

/*
 * What a request tells of the installed copy behind it, beside the address. Read only where it decides something: those
 * answers are private, so that what depends on a header is never another's.
 */

const longestId = 128;
const unfitForId = /[^\x21-\x7e]/;
const wordShape = /^[\x21-\x7e]{1,64}$/;

/** Characters of a query that are looked at. */
const longestQuery = 2048;

const nothing = new URLSearchParams();

const queryOf = (url = ''): URLSearchParams => {
  const mark = url.indexOf('?');
  return mark === -1 ? nothing : new URLSearchParams(url.slice(mark + 1, mark + 1 + longestQuery));
};

const fitting = (shape: RegExp, value: unknown): string | undefined =>
  typeof value === 'string' && shape.test(value) ? value : undefined;

const fittingId = (value: unknown): string | undefined =>
  typeof value === 'string' && value !== '' && value.length <= longestId && !unfitForId.test(value)
    ? value
    : undefined;

/** The id, from the first place that has one: ours, electron-updater's, Velopack's. */
const pickId = (headers: KeptHeaders, query: URLSearchParams): string | undefined =>
  fittingId(
    headers['slipway-client'] ??
      query.get('client') ??
      headers['x-user-staging-id'] ??
      query.get('stagingId') ??
      undefined,
  );

const ours = 'client=';
const velopacks = 'stagingId=';

/**
 * What a member of the query holds that begins there: ids come with each request, and taking the whole query apart would
 * cost more than the answer. Undefined where it is not written plainly.
 */
const plainAt = (
  url: string,
  mark: number,
  { at, name }: { at: number; name: string },
): string | undefined => {
  const isMember = at === mark + 1 || url[at - 1] === '&';
  const isOnly = url.indexOf(name, at + 1) === -1;
  if (!isMember || !isOnly || url.length - mark > longestQuery || url.includes('%', mark)) return undefined;
  const end = url.indexOf('&', at);
  const value = url.slice(at + name.length, end === -1 ? undefined : end);
  return value.includes('+') ? undefined : value;
};

/** The member of a query that may hold the id, and where it begins. */
const findIdIn = (url: string, mark: number, headers: KeptHeaders) => {
  const at = url.indexOf(ours, mark);
  if (at !== -1) return { at, name: ours };
  const theirs = headers['x-user-staging-id'] === undefined ? url.indexOf(velopacks, mark) : -1;
  return theirs === -1 ? undefined : { at: theirs, name: velopacks };
};

/** The id that a request sends, where that is all one wants to know of its client. */
export const idOf = ({ headers, url = '' }: Pick<Asked, 'headers' | 'url'>): string | undefined => {
  const mark = headers['slipway-client'] === undefined ? url.indexOf('?') : -1;
  const found = mark === -1 ? undefined : findIdIn(url, mark, headers);
  if (found === undefined) return pickId(headers, nothing);
  const plain = plainAt(url, mark, found);
  return plain === undefined ? pickId(headers, queryOf(url)) : fittingId(plain);
};

/** The header and the member of a query by which each fact travels. */
const places = {
  cohort: ['slipway-cohort', 'cohort'],
  check: ['slipway-check', 'check'],
  system: ['slipway-system', 'system'],
} as const;

const factOf = (
  headers: KeptHeaders,
  query: URLSearchParams,
  fact: keyof typeof places,
): string | undefined => {
  const [header, member] = places[fact];
  const told = headers[header] ?? (query === nothing ? undefined : query.get(member));
  return told === undefined ? undefined : fitting(wordShape, told);
};

/** What a request tells of its client. */
export type FactsOf = (request: Asked) => Client;

export const createClientFacts =
  (trusts: Trusts | undefined): FactsOf =>
  (request) => {
    const { headers } = request;
    const query = queryOf(request.url);
    const id = pickId(headers, query);
    return {
      id,
      network: id === undefined ? networkOf(request, trusts) : undefined,
      cohort: factOf(headers, query, 'cohort'),
      manual: factOf(headers, query, 'check') === 'manual',
      system: factOf(headers, query, 'system'),
    };
  };

/** What someone says of a client who is not there to ask. */
export interface Told {
  client?: string | undefined;
  network?: string | undefined;
  cohort?: string | undefined;
  manual?: string | undefined;
  system?: string | undefined;
}

/** The facts that a request of that client would tell: what a check takes for none is none here, too. */
export const factsTold = ({ client, network, cohort, manual, system }: Told): Client => {
  const id = fittingId(client);
  return {
    id,
    network: id === undefined && network !== undefined ? networkIn(network) : undefined,
    cohort: fitting(wordShape, cohort),
    manual: manual === 'true' || manual === '',
    system: fitting(wordShape, system),
  };
};

/** What a request tells of who reports with it. */
export type SenderOf = (request: Asked) => Sender;

export const createSenders =
  (trusts: Trusts | undefined, factsOf: FactsOf): SenderOf =>
  (request) => ({ ...factsOf(request), neighbourhood: subnetsOf(request, trusts).neighbourhood });
