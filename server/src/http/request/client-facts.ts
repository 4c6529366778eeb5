import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import type { Sender } from '../../domain/gathering/assessing.ts';
import type { Client } from '../../domain/nouns/offer.ts';
import type { Trusts } from '../public/sites.ts';
import { networkIn, networkOf, subnetsOf } from './peer.ts';

/*
 * What a request tells of the installed copy behind it, beside the address. Read only where it decides something: those
 * answers are private, so that what depends on a header is never another's.
 */

const idShape = /^[\x21-\x7e]{1,128}$/;
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

/** The id, from the first place that has one: ours, electron-updater's, Velopack's. */
const pickId = (headers: IncomingHttpHeaders, query: URLSearchParams): string | undefined =>
  fitting(
    idShape,
    headers['slipway-client'] ??
      query.get('client') ??
      headers['x-user-staging-id'] ??
      query.get('stagingId') ??
      undefined,
  );

/** A query without these names is not taken apart. */
const mayHoldId = (url: string): boolean => url.includes('client=') || url.includes('stagingId=');

/** The id that a request sends, where that is all one wants to know of its client. */
export const idOf = ({ headers, url = '' }: Pick<IncomingMessage, 'headers' | 'url'>): string | undefined =>
  pickId(headers, url.includes('?') && mayHoldId(url) ? queryOf(url) : nothing);

/** The header and the member of a query by which each fact travels. */
const places = {
  cohort: ['slipway-cohort', 'cohort'],
  check: ['slipway-check', 'check'],
  system: ['slipway-system', 'system'],
} as const;

const factOf = (
  headers: IncomingHttpHeaders,
  query: URLSearchParams,
  fact: keyof typeof places,
): string | undefined => {
  const [header, member] = places[fact];
  const told = headers[header] ?? (query === nothing ? undefined : query.get(member));
  return told === undefined ? undefined : fitting(wordShape, told);
};

/** What a request tells of its client. */
export type FactsOf = (request: IncomingMessage) => Client;

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
  const id = fitting(idShape, client);
  return {
    id,
    network: id === undefined && network !== undefined ? networkIn(network) : undefined,
    cohort: fitting(wordShape, cohort),
    manual: manual === 'true' || manual === '',
    system: fitting(wordShape, system),
  };
};

/** What a request tells of who reports with it. */
export type SenderOf = (request: IncomingMessage) => Sender;

export const createSenders =
  (trusts: Trusts | undefined, factsOf: FactsOf): SenderOf =>
  (request) => ({ ...factsOf(request), neighbourhood: subnetsOf(request, trusts).neighbourhood });
