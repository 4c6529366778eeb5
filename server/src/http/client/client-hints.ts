import type { Client } from '../../domain/model/offer.ts';
import type { ReportSender } from '../../domain/rollouts/client-reports/evaluate.ts';
import type { FastPathHeaders } from '../../node/plain-fields.ts';
import type { PlainRequest } from '../../node/plain-request.ts';
import type { IsTrustedProxy } from '../hosts/sites.ts';
import { clientNetworkOf, networkOfAddress, networkPrefixesOf } from './client-ip.ts';

/*
 * What a request tells of the installed copy behind it, beside the address. Read only where it decides something: those
 * answers are private, so that what depends on a header is never another's.
 */

const maxIdLength = 128;
const unfitForId = /[^\x21-\x7e]/;
const wordShape = /^[\x21-\x7e]{1,64}$/;

/** Characters of a query that are looked at. */
const maxQueryLength = 2048;

const nothing = new URLSearchParams();

const queryOf = (url = ''): URLSearchParams => {
  const mark = url.indexOf('?');
  return mark === -1 ? nothing : new URLSearchParams(url.slice(mark + 1, mark + 1 + maxQueryLength));
};

const matchOrUndefined = (shape: RegExp, value: unknown): string | undefined =>
  typeof value === 'string' && shape.test(value) ? value : undefined;

const validIdOrUndefined = (value: unknown): string | undefined =>
  typeof value === 'string' && value !== '' && value.length <= maxIdLength && !unfitForId.test(value)
    ? value
    : undefined;

/** The id, from the first place that has one: ours, electron-updater's, Velopack's. */
const pickId = (headers: FastPathHeaders, query: URLSearchParams): string | undefined =>
  validIdOrUndefined(
    headers['slipway-client'] ??
      query.get('client') ??
      headers['x-user-staging-id'] ??
      query.get('stagingId') ??
      undefined,
  );

const clientParameter = 'client=';
const stagingIdParameter = 'stagingId=';

/**
 * What a member of the query holds that begins there: ids come with each request, and taking the whole query apart would
 * cost more than the answer. Undefined where it is not written plainly.
 */
const readPlainParameter = (
  url: string,
  mark: number,
  { at, name }: { at: number; name: string },
): string | undefined => {
  const isMember = at === mark + 1 || url[at - 1] === '&';
  const isOnly = url.indexOf(name, at + 1) === -1;
  if (!isMember || !isOnly || url.length - mark > maxQueryLength || url.includes('%', mark)) return undefined;
  const end = url.indexOf('&', at);
  const value = url.slice(at + name.length, end === -1 ? undefined : end);
  return value.includes('+') ? undefined : value;
};

/** The member of a query that may hold the id, and where it begins. */
const findIdIn = (url: string, mark: number, headers: FastPathHeaders) => {
  const at = url.indexOf(clientParameter, mark);
  if (at !== -1) return { at, name: clientParameter };
  const theirs = headers['x-user-staging-id'] === undefined ? url.indexOf(stagingIdParameter, mark) : -1;
  return theirs === -1 ? undefined : { at: theirs, name: stagingIdParameter };
};

/** The id that a request sends, where that is all one wants to know of its client. */
export const clientIdOf = ({
  headers,
  url = '',
}: Pick<PlainRequest, 'headers' | 'url'>): string | undefined => {
  const mark = headers['slipway-client'] === undefined ? url.indexOf('?') : -1;
  const found = mark === -1 ? undefined : findIdIn(url, mark, headers);
  if (found === undefined) return pickId(headers, nothing);
  const plain = readPlainParameter(url, mark, found);
  return plain === undefined ? pickId(headers, queryOf(url)) : validIdOrUndefined(plain);
};

/** The header and the member of a query by which each fact travels. */
const places = {
  cohort: ['slipway-cohort', 'cohort'],
  check: ['slipway-check', 'check'],
  system: ['slipway-system', 'system'],
} as const;

const hintOf = (
  headers: FastPathHeaders,
  query: URLSearchParams,
  fact: keyof typeof places,
): string | undefined => {
  const [header, member] = places[fact];
  const told = headers[header] ?? (query === nothing ? undefined : query.get(member));
  return told === undefined ? undefined : matchOrUndefined(wordShape, told);
};

/** What a request tells of its client. */
export type ReadClient = (request: PlainRequest) => Client;

export const createClientReader =
  (trusts: IsTrustedProxy | undefined): ReadClient =>
  (request) => {
    const { headers } = request;
    const query = queryOf(request.url);
    const id = pickId(headers, query);
    return {
      id,
      network: id === undefined ? clientNetworkOf(request, trusts) : undefined,
      cohort: hintOf(headers, query, 'cohort'),
      manual: hintOf(headers, query, 'check') === 'manual',
      system: hintOf(headers, query, 'system'),
    };
  };

/** What someone says of a client who is not there to ask. */
export interface ClientHints {
  client?: string | undefined;
  network?: string | undefined;
  cohort?: string | undefined;
  manual?: string | undefined;
  system?: string | undefined;
}

/** The facts that a request of that client would tell: what a check takes for none is none here, too. */
export const clientFromHints = ({ client, network, cohort, manual, system }: ClientHints): Client => {
  const id = validIdOrUndefined(client);
  return {
    id,
    network: id === undefined && network !== undefined ? networkOfAddress(network) : undefined,
    cohort: matchOrUndefined(wordShape, cohort),
    manual: manual === 'true' || manual === '',
    system: matchOrUndefined(wordShape, system),
  };
};

/** What a request tells of who reports with it. */
export type ReadReportSender = (request: PlainRequest) => ReportSender;

export const createReportSenderReader =
  (trusts: IsTrustedProxy | undefined, factsOf: ReadClient): ReadReportSender =>
  (request) => ({ ...factsOf(request), neighbourhood: networkPrefixesOf(request, trusts).neighbourhood });
