import type { AuditEntry } from '@slipway/api';
import { formatBytes } from '../../format.ts';
import { sentenceOf as sentenceOfRelease } from '../release/history-words.ts';

/* What happened to an app, as a sentence that names what it happened to. Pure. */

type Detail = Record<string, unknown>;
type Words = (detail: Detail, subject: string) => string;

const signatureWords: Readonly<Record<string, string>> = {
  off: 'signatures are not judged',
  warn: 'signatures that fail are warned of',
  require: 'signatures are required',
};

/** What each setting became. */
const settings: Readonly<Record<string, (value: unknown) => string>> = {
  name: (value) => (value === null ? 'its name is its slug' : `its name is “${value}”`),
  adapter: (value) => `its adapter is ${value ?? 'tauri'}`,
  allowanceBytes: (value) =>
    typeof value === 'number' ? `${formatBytes(value)} may be downloaded a month` : 'downloads have no limit',
  extras: (value) => (value === true ? 'answers hold extras' : 'answers hold no extras'),
  checkCaching: (value) =>
    value === 'private' ? 'answers to checks are kept out of caches' : 'caches may keep answers to checks',
  publishing: (value) =>
    value === 'trusted' ? 'only trusted publishers publish' : 'any key with the scope publishes',
  signatures: (value) => signatureWords[String(value ?? 'warn')] ?? `signatures: ${value}`,
  signedVersion: (value) =>
    value === 'require' ? 'signatures must name the version' : 'signatures need not name the version',
};

const changesIn = (detail: Detail): string => {
  const parts = Object.entries(detail).map(
    ([name, value]) => settings[name]?.(value) ?? `${name} is ${JSON.stringify(value)}`,
  );
  return parts.length === 0 ? 'Settings saved' : `Settings changed: ${parts.join('; ')}`;
};

const channelChange: Words = ({ active, alsoOffers }, name) => {
  const parts = [
    ...(active === undefined ? [] : [active === true ? 'takes releases again' : 'archived']),
    ...(alsoOffers === undefined
      ? []
      : [alsoOffers === null ? 'offers its own releases alone' : `also offers ${alsoOffers}`]),
  ];
  return `Channel ${name}: ${parts.join('; ')}`;
};

const signingKeyChange: Words = ({ keyId, state, name, fromVersion }) => {
  const parts = [
    ...(state === undefined ? [] : [state === 'retired' ? 'retired' : 'in use again']),
    ...(name === undefined ? [] : [`called “${name ?? keyId}”`]),
    ...(fromVersion === undefined
      ? []
      : [fromVersion === null ? 'built into every version' : `built in from ${fromVersion} on`]),
  ];
  return `Signing key ${keyId}: ${parts.join('; ')}`;
};

const repositoryOf = (via: unknown): string =>
  typeof via === 'object' && via !== null && 'repository' in via && via.repository !== null
    ? ` of ${via.repository}`
    : '';

const listed = (value: unknown): string => (Array.isArray(value) ? value.join(', ') : '');

const sentences: Readonly<Record<string, Words>> = {
  'app.create': ({ adapter }, slug) => `App ${slug} made, for ${adapter}`,
  'app.change': changesIn,
  'app.delete': (_, slug) => `App ${slug} deleted`,
  'channel.create': (_, name) => `Channel ${name} made`,
  'channel.change': channelChange,
  'key.create': ({ name, scopes, via }) =>
    via === undefined
      ? `Key “${name}” made: ${listed(scopes)}`
      : `Key given to a pipeline${repositoryOf(via)}: ${listed(scopes)}`,
  'key.revoke': ({ name }) => `Key “${name}” revoked`,
  'session.open': ({ name }) => `Signed in with “${name}”`,
  'session.close': ({ name }) => `Signed out of “${name}”`,
  'publisher.trust': ({ name, provider }) => `Pipeline ${name} trusted (${provider})`,
  'publisher.untrust': ({ name }) => `Pipeline ${name} no longer trusted`,
  'signing-key.create': ({ keyId, name }) =>
    `Signing key ${keyId} added${name === keyId ? '' : `, called “${name}”`}`,
  'signing-key.change': signingKeyChange,
  'domain.create': (_, domain) => `Domain ${domain} added`,
  'domain.delete': (_, domain) => `Domain ${domain} removed`,
  'release.delete': ({ version, channel }) => `Draft ${version} of ${channel} deleted`,
  'artifact.declare': ({ target }) => `Upload for ${target} begun`,
  'artifact.complete': ({ target, version }) => `${version}: file for ${target} uploaded`,
  'artifact.prune': ({ target, version }) => `${version}: file for ${target} pruned for good`,
};

/** What an entry says; an action that this page does not know is named as it is. */
export const sentenceOf = (entry: Pick<AuditEntry, 'action' | 'subject' | 'detail'>): string => {
  const detail = entry.detail ?? {};
  const words = sentences[entry.action];
  if (words !== undefined) return words(detail, entry.subject);
  const said = sentenceOfRelease(entry);
  return typeof detail.version === 'string' ? `${detail.version}: ${said}` : said;
};

/** Who did it, by name, and where. */
export const whoOf = ({ actor, actorName, through }: AuditEntry): { name: string; where?: string } => {
  if (actor === 'service') return { name: 'Slipway', where: 'by itself' };
  return through === 'dashboard' ? { name: actorName, where: 'in the dashboard' } : { name: actorName };
};

/** The release that an entry is about, where it is about one that may still be there. */
export const releaseOf = ({ action, subject, detail }: AuditEntry): string | undefined => {
  if (action === 'release.delete') return undefined;
  if (/^(?:release|rollout)\./.test(action)) return subject;
  const release = action.startsWith('artifact.') ? detail?.release : undefined;
  return typeof release === 'string' ? release : undefined;
};
