import type { AuditEntry } from '@slipway/api';
import { formatBytes } from '../../ui/format.ts';

/* Audit entries as sentences: those of an app name their subject, those of a release need not. Pure. */

type Detail = Record<string, unknown>;
type MessageBuilder = (detail: Detail, subject: string) => string;

const signatureWords: Readonly<Record<string, string>> = {
  off: 'signature checks off',
  warn: 'signature failures warn',
  require: 'signatures required',
};

const deliveryNames: Readonly<Record<string, string>> = {
  metered: 'direct',
  cached: 'CDN or proxy cache',
  redirect: 'S3 redirect',
};

/** The sentence for each changed setting. */
const settings: Readonly<Record<string, (value: unknown) => string>> = {
  name: (value) => (value === null ? 'name reset' : `name set to “${value}”`),
  adapter: (value) => `updater set to ${value ?? 'tauri'}`,
  allowanceBytes: (value) =>
    typeof value === 'number'
      ? `download limit set to ${formatBytes(value)} per month`
      : 'download limit removed',
  extras: (value) => `extra response fields ${value === true ? 'on' : 'off'}`,
  checkCaching: (value) => `response caching ${value === 'private' ? 'off' : 'on'}`,
  publishing: (value) =>
    value === 'trusted' ? 'only trusted publishers can publish' : 'API keys can publish',
  signatures: (value) => signatureWords[String(value ?? 'warn')] ?? `signatures: ${value}`,
  page: (value) => `download page ${value === true ? 'on' : 'off'}`,
  delivery: (value) => `delivery set to ${deliveryNames[String(value)] ?? value}`,
  signedVersion: (value) => `version in signatures ${value === 'require' ? 'required' : 'optional'}`,
};

const changesIn = (detail: Detail): string => {
  const parts = Object.entries(detail).map(
    ([name, value]) => settings[name]?.(value) ?? `${name} set to ${JSON.stringify(value)}`,
  );
  return parts.length === 0 ? 'Settings saved' : `Settings changed: ${parts.join('; ')}`;
};

const channelChange: MessageBuilder = ({ active, alsoOffers }, name) => {
  const parts = [
    ...(active === undefined ? [] : [active === true ? 'unarchived' : 'archived']),
    ...(alsoOffers === undefined
      ? []
      : [alsoOffers === null ? 'no longer offers another channel' : `also offers ${alsoOffers}`]),
  ];
  return `Channel ${name}: ${parts.join('; ')}`;
};

const signingKeyChange: MessageBuilder = ({ keyId, state, name, fromVersion }) => {
  const parts = [
    ...(state === undefined ? [] : [state === 'retired' ? 'retired' : 'reactivated']),
    ...(name === undefined ? [] : [`renamed “${name ?? keyId}”`]),
    ...(fromVersion === undefined
      ? []
      : [fromVersion === null ? 'in all app versions' : `in app version ${fromVersion} and later`]),
  ];
  return `Signing key ${keyId}: ${parts.join('; ')}`;
};

const repositoryOf = (via: unknown): string =>
  typeof via === 'object' && via !== null && 'repository' in via && via.repository !== null
    ? ` to ${via.repository}`
    : '';

const listed = (value: unknown): string => (Array.isArray(value) ? value.join(', ') : '');

const sentences: Readonly<Record<string, MessageBuilder>> = {
  'app.create': ({ adapter }, slug) => `App ${slug} created (${adapter})`,
  'app.change': changesIn,
  'app.delete': (_, slug) => `App ${slug} deleted`,
  'channel.create': (_, name) => `Channel ${name} created`,
  'channel.change': channelChange,
  'key.create': ({ name, scopes, via }) =>
    via === undefined
      ? `API key “${name}” created (${listed(scopes)})`
      : `Temporary key issued${repositoryOf(via)} (${listed(scopes)})`,
  'key.revoke': ({ name }) => `API key “${name}” revoked`,
  'session.open': ({ name }) => `Signed in with “${name}”`,
  'session.close': ({ name }) => `Signed out (“${name}”)`,
  'publisher.trust': ({ name, provider }) => `Trusted publisher ${name} added (${provider})`,
  'publisher.untrust': ({ name }) => `Trusted publisher ${name} removed`,
  'signing-key.create': ({ keyId, name }) =>
    `Signing key ${keyId} added${name === keyId ? '' : ` (“${name}”)`}`,
  'signing-key.change': signingKeyChange,
  'domain.create': (_, domain) => `Domain ${domain} added`,
  'domain.delete': (_, domain) => `Domain ${domain} removed`,
  'release.delete': ({ version, channel }) => `Draft ${version} on ${channel} deleted`,
  'artifact.declare': ({ target }) => `Upload started for ${target}`,
  'artifact.complete': ({ target, version }) => `${version}: file for ${target} uploaded`,
  'artifact.prune': ({ target, version }) => `${version}: file for ${target} permanently deleted`,
};

const stops: Readonly<Record<string, string>> = {
  publisher: 'Rollout paused',
  brake: 'Rollout paused automatically',
  superseded: 'Rollout superseded by a newer release',
  withdrawn: 'Rollout paused: release withdrawn',
};

const why = ({ reason }: Detail): string =>
  typeof reason === 'string' && reason !== '' ? `: “${reason}”` : '';

const releaseSentences: Readonly<Record<string, (detail: Detail) => string>> = {
  'release.create': ({ channel }) => `Draft created on ${channel}`,
  'release.change': () => 'Release notes edited',
  'release.promote': ({ channel }) => `Promoted to ${channel} as a draft`,
  'release.policy': () => 'Eligibility changed',
  'release.publish': ({ channel }) => `Published to ${channel}`,
  'release.withdraw': (detail) => `Withdrawn${why(detail)}`,
  'release.restore': () => 'Restored',
  'rollout.plan': ({ percents }) =>
    `Rollout planned: ${Array.isArray(percents) ? percents.map((one) => `${one}%`).join(' → ') : 'steps'}`,
  'rollout.start': ({ percent }) => `Rollout started at ${percent}%`,
  'rollout.advance': ({ to }) => `Rollout set to ${to}%`,
  'rollout.complete': () => 'Released to everyone',
  'rollout.pause': (detail) =>
    detail.by === 'publisher' || detail.by === 'brake'
      ? `${stops[String(detail.by)]}${why(detail)}`
      : (stops[String(detail.by)] ?? 'Rollout paused'),
  'rollout.resume': ({ percent }) => `Rollout resumed at ${percent}%`,
  'rollout.halt': ({ target, reason }) =>
    `Paused automatically${typeof target === 'string' ? ` on ${target}` : ''}: ${String(reason)}`,
  'rollout.cap': ({ isReached }) =>
    isReached === true
      ? 'Rollout full for clients without an ID'
      : 'Rollout open again for clients without an ID',
};

/** The sentence for an entry of a release’s own history; an unknown action shows as its code. */
export const historyMessage = ({ action, detail }: Pick<AuditEntry, 'action' | 'detail'>): string =>
  releaseSentences[action]?.(detail ?? {}) ?? action;

export const historyActor = ({ actor, actorName, through }: AuditEntry): string => {
  if (actor === 'service') return '· automatic';
  return `· ${actorName}${through === 'dashboard' ? ' via dashboard' : ''}`;
};

/** The sentence for an entry; an unknown action shows as its code. */
export const auditMessage = (entry: Pick<AuditEntry, 'action' | 'subject' | 'detail'>): string => {
  const detail = entry.detail ?? {};
  const words = sentences[entry.action];
  if (words !== undefined) return words(detail, entry.subject);
  const sentence = historyMessage(entry);
  return typeof detail.version === 'string' ? `${detail.version}: ${sentence}` : sentence;
};

export const auditActor = ({ actor, actorName, through }: AuditEntry): { name: string; where?: string } => {
  if (actor === 'service') return { name: 'Slipway', where: 'automatic' };
  return through === 'dashboard' ? { name: actorName, where: 'via dashboard' } : { name: actorName };
};

/** The release an entry is about; undefined if there is none or it was deleted. */
export const auditedReleaseId = ({ action, subject, detail }: AuditEntry): string | undefined => {
  if (action === 'release.delete') return undefined;
  if (/^(?:release|rollout)\./.test(action)) return subject;
  const release = action.startsWith('artifact.') ? detail?.release : undefined;
  return typeof release === 'string' ? release : undefined;
};
