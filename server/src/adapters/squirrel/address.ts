import type { DocumentAsk, FeedClient } from '../../domain/model/feed.ts';
import { type Arch, type Place, parsePlace } from '../../domain/model/platform.ts';
import { queryValue } from '../query.ts';

/*
 * What update-electron-app and Squirrel ask for below `/feeds/squirrel/{channel}`: the place as one word or two
 * (`darwin-arm64`, `darwin/arm64`), then the client's version, or a document's name.
 */

/** What a document is: an update for macOS or MSIX that the server compares, a list for macOS, a list for Windows. */
export type Kind = 'mac' | 'mac-list' | 'msix' | 'releases';

export interface Document {
  kind: Kind;
  arch: Arch;
}

const kinds: readonly string[] = ['mac', 'mac-list', 'msix', 'releases'] satisfies Kind[];

/** A document by its name. */
export const parseDocument = (name: string): Document | undefined => {
  const [kind = '', word = ''] = name.split(':');
  const place = parsePlace(`darwin-${word}`);
  return place === undefined || !kinds.includes(kind) ? undefined : { kind: kind as Kind, arch: place.arch };
};

const placeIn = (parts: readonly string[]): [Place, rest: readonly string[]] | undefined => {
  const [first = '', second = ''] = parts;
  const one = parsePlace(first);
  if (one !== undefined) return [one, parts.slice(1)];
  const two = first.includes('-') || second.includes('-') ? undefined : parsePlace(`${first}-${second}`);
  return two && [two, parts.slice(2)];
};

const askOf = ({ system }: Place, rest: readonly string[], query: string): [Kind, FeedClient] | undefined => {
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

/** What an address means. */
export const parseAddress = (channel: string, rest: string, query: string): DocumentAsk | undefined => {
  const [place, tail = []] = placeIn(rest.split('/', 5)) ?? [];
  const asked = place?.bundle === undefined && place !== undefined ? askOf(place, tail, query) : undefined;
  if (place === undefined || asked === undefined) return undefined;
  const [kind, client] = asked;
  return { kind: 'document', channel, document: `${kind}:${place.arch}`, client };
};
