import { type Arch, type Platform, parsePlatform } from '@slipway/core/platform.ts';
import type { DocumentLookup, FeedClient } from '../../domain/model/feed.ts';
import { queryValue } from '../query.ts';

/*
 * Paths below `/feeds/squirrel/{channel}`: the platform as one or two segments (`darwin-arm64`, `darwin/arm64`), then
 * the client's version or a document's name.
 */

/** The server compares versions for `mac` and `msix`; the client does for `mac-list` and `releases`. */
export type SquirrelDocumentKind = 'mac' | 'mac-list' | 'msix' | 'releases';

export interface SquirrelDocument {
  kind: SquirrelDocumentKind;
  arch: Arch;
}

const kinds: readonly string[] = ['mac', 'mac-list', 'msix', 'releases'] satisfies SquirrelDocumentKind[];

export const parseSquirrelDocument = (name: string): SquirrelDocument | undefined => {
  const [kind = '', word = ''] = name.split(':');
  const place = parsePlatform(`darwin-${word}`);
  return place === undefined || !kinds.includes(kind)
    ? undefined
    : { kind: kind as SquirrelDocumentKind, arch: place.arch };
};

const placeIn = (parts: readonly string[]): [Platform, rest: readonly string[]] | undefined => {
  const [first = '', second = ''] = parts;
  const one = parsePlatform(first);
  if (one !== undefined) return [one, parts.slice(1)];
  const two = first.includes('-') || second.includes('-') ? undefined : parsePlatform(`${first}-${second}`);
  return two && [two, parts.slice(2)];
};

const parseRequest = (
  { system }: Platform,
  rest: readonly string[],
  query: string,
): [SquirrelDocumentKind, FeedClient] | undefined => {
  const [first = '', second = ''] = rest;
  if (rest.length > 2 || first === '') return undefined;
  if (system === 'darwin') {
    if (rest.length !== 1) return undefined;
    return first.toLowerCase() === 'releases.json' ? ['mac-list', {}] : ['mac', { version: first }];
  }
  if (system !== 'windows') return undefined;
  if (first.toLowerCase() === 'msix') return second === '' ? undefined : ['msix', { version: second }];
  if ((rest.length === 1 ? first : second).toLowerCase() !== 'releases') return undefined;
  const version = queryValue(query, 'localVersion') ?? (rest.length === 1 ? undefined : first);
  return ['releases', { version, id: queryValue(query, 'id') }];
};

export const parseSquirrelPath = (
  channel: string,
  rest: string,
  query: string,
): DocumentLookup | undefined => {
  const [place, tail = []] = placeIn(rest.split('/', 5)) ?? [];
  const parsed =
    place?.bundle === undefined && place !== undefined ? parseRequest(place, tail, query) : undefined;
  if (place === undefined || parsed === undefined) return undefined;
  const [kind, client] = parsed;
  return { kind: 'document', channel, document: `${kind}:${place.arch}`, client };
};
