import type { FeedAsk } from '../../domain/model/feed.ts';
import { queryValue } from '../query.ts';
import { versionsIn } from './package-name.ts';
import { findPackage } from './packages.ts';
import { documentOf, parseDocument } from './place-choice.ts';

/*
 * What Velopack asks for below `/feeds/velopack/{channel}`, or `…/{channel}/{target}` where the address that it was
 * given tells the target: `releases.{name}.json` and, beside it, files by their names.
 */

const longest = 300;

const documentName = /^releases\.(?<name>.+)\.json$/;

const parseFile = (channel: string, fileName: string, document: string): FeedAsk | undefined => {
  const { within } = parseDocument(document) ?? {};
  const versions = versionsIn(fileName);
  if (within === undefined || versions.length === 0) return undefined;
  return { kind: 'file', channel, versions, pick: (release) => findPackage(release, fileName, within) };
};

/** What an address means. */
export const parseAddress = (channel: string, rest: string, query: string): FeedAsk | undefined => {
  const parts = rest.length > longest ? [] : rest.split('/');
  const [last = '', target, ...more] = parts.toReversed();
  if (more.length > 0) return undefined;
  const { name } = documentName.exec(last)?.groups ?? {};
  const machine = {
    rid: queryValue(query, 'rid'),
    os: queryValue(query, 'os'),
    arch: queryValue(query, 'arch'),
  };
  const document = documentOf({ target, name: name ?? '', machine });
  if (document === undefined) return undefined;
  if (name === undefined) return parseFile(channel, last, document);
  return { kind: 'document', channel, document, client: { version: queryValue(query, 'localVersion') } };
};
