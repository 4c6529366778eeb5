import type { FeedLookup } from '../../domain/model/feed.ts';
import { queryValue } from '../query.ts';
import { versionsInFileName } from './package-name.ts';
import { findPackage } from './packages.ts';
import { documentNameFor, parseVelopackDocument } from './platform-choice.ts';

/*
 * Paths below `/feeds/velopack/{channel}`, or `…/{channel}/{target}` if the configured URL includes the target:
 * `releases.{name}.json` and, next to it, files by name.
 */

const longest = 300;

const documentName = /^releases\.(?<name>.+)\.json$/;

const parseFile = (channel: string, fileName: string, document: string): FeedLookup | undefined => {
  const { searchIn } = parseVelopackDocument(document) ?? {};
  const versions = versionsInFileName(fileName);
  if (searchIn === undefined || versions.length === 0) return undefined;
  return { kind: 'file', channel, versions, pick: (release) => findPackage(release, fileName, searchIn) };
};

export const parseVelopackPath = (channel: string, rest: string, query: string): FeedLookup | undefined => {
  const parts = rest.length > longest ? [] : rest.split('/');
  const [last = '', target, ...more] = parts.toReversed();
  if (more.length > 0) return undefined;
  const { name } = documentName.exec(last)?.groups ?? {};
  const machine = {
    rid: queryValue(query, 'rid'),
    os: queryValue(query, 'os'),
    arch: queryValue(query, 'arch'),
  };
  const document = documentNameFor({ target, name: name ?? '', machine });
  if (document === undefined) return undefined;
  if (name === undefined) return parseFile(channel, last, document);
  return { kind: 'document', channel, document, client: { version: queryValue(query, 'localVersion') } };
};
