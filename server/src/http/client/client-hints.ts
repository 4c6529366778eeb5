import type { Client } from '../../domain/model/offer.ts';
import type { ReportSender } from '../../domain/rollouts/client-reports/evaluate.ts';
import type { FastPathHeaders } from '../../node/plain-fields.ts';
import type { PlainRequest } from '../../node/plain-request.ts';
import type { IsTrustedProxy } from '../hosts/sites.ts';
import { clientNetworkOf, networkOfAddress, networkPrefixesOf } from './client-ip.ts';

/*
 * Client details from headers and query. They are read only if they decide, and such responses are private, because
 * they depend on headers.
 */

const maxIdLength = 128;
const unfitForId = /[^\x21-\x7e]/;
const wordShape = /^[\x21-\x7e]{1,64}$/;

/** Only this much of a query is parsed. */
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

/** The first client ID found: ours, electron-updater's, Velopack's. */
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
 * Reads one query parameter without parsing the whole query, which would cost more than the response. Undefined if it
 * is encoded or repeated.
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

const findIdIn = (url: string, mark: number, headers: FastPathHeaders) => {
  const at = url.indexOf(clientParameter, mark);
  if (at !== -1) return { at, name: clientParameter };
  const theirs = headers['x-user-staging-id'] === undefined ? url.indexOf(stagingIdParameter, mark) : -1;
  return theirs === -1 ? undefined : { at: theirs, name: stagingIdParameter };
};

/** Reads only the ID, without the other details. */
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

/** The header and query parameter of each detail. */
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
  const hint = headers[header] ?? (query === nothing ? undefined : query.get(member));
  return hint === undefined ? undefined : matchOrUndefined(wordShape, hint);
};

export type ReadClient = (request: PlainRequest) => Client;

export const createClientReader =
  (isTrustedProxy: IsTrustedProxy | undefined): ReadClient =>
  (request) => {
    const { headers } = request;
    const query = queryOf(request.url);
    const id = pickId(headers, query);
    return {
      id,
      network: id === undefined ? clientNetworkOf(request, isTrustedProxy) : undefined,
      cohort: hintOf(headers, query, 'cohort'),
      manual: hintOf(headers, query, 'check') === 'manual',
      system: hintOf(headers, query, 'system'),
    };
  };

/** Details of a hypothetical client, for explain. */
export interface ClientHints {
  client?: string | undefined;
  network?: string | undefined;
  cohort?: string | undefined;
  manual?: string | undefined;
  system?: string | undefined;
}

/** Validates as a check does: invalid details count as missing. */
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

export type ReadReportSender = (request: PlainRequest) => ReportSender;

export const createReportSenderReader =
  (isTrustedProxy: IsTrustedProxy | undefined, readClient: ReadClient): ReadReportSender =>
  (request) => ({
    ...readClient(request),
    networkPrefix: networkPrefixesOf(request, isTrustedProxy).networkPrefix,
  });
