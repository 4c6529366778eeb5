import type { AuditEntry } from '@slipway/api';

/* Audit entries of a release as sentences. Pure. */

type Detail = Record<string, unknown>;

const stops: Readonly<Record<string, string>> = {
  publisher: 'Rollout paused',
  brake: 'Rollout stopped by a brake',
  superseded: 'Rollout paused: a newer release was published',
  withdrawn: 'Rollout paused: the release was withdrawn',
};

const why = ({ reason }: Detail): string =>
  typeof reason === 'string' && reason !== '' ? `: “${reason}”` : '';

const sentences: Readonly<Record<string, (detail: Detail) => string>> = {
  'release.create': ({ channel }) => `Draft made for ${channel}`,
  'release.change': () => 'Notes changed',
  'release.promote': ({ channel }) => `Draft made by promotion to ${channel}`,
  'release.policy': () => 'Rules changed',
  'release.publish': ({ channel }) => `Published to ${channel}`,
  'release.withdraw': (detail) => `Withdrawn${why(detail)}`,
  'release.restore': () => 'Restored',
  'rollout.plan': ({ percents }) =>
    `Rollout planned: ${Array.isArray(percents) ? percents.map((one) => `${one}%`).join(', ') : 'steps'}`,
  'rollout.start': ({ percent }) => `Rollout begun at ${percent}%`,
  'rollout.advance': ({ to }) => `Rollout raised to ${to}%`,
  'rollout.complete': () => 'Rollout complete: offered to everyone',
  'rollout.pause': (detail) =>
    detail.by === 'publisher' || detail.by === 'brake'
      ? `${stops[String(detail.by)]}${why(detail)}`
      : (stops[String(detail.by)] ?? 'Rollout paused'),
  'rollout.resume': ({ percent }) => `Rollout resumed at ${percent}%`,
  'rollout.halt': ({ target, reason }) =>
    `Stopped by a brake${typeof target === 'string' ? ` on ${target}` : ''}: ${String(reason)}`,
  'rollout.cap': ({ isReached }) =>
    isReached === true
      ? 'Clients without an id: no more are let in'
      : 'Clients without an id are let in again',
};

/** The sentence for an entry; an unknown action shows as its code. */
export const historyMessage = ({ action, detail }: Pick<AuditEntry, 'action' | 'detail'>): string =>
  sentences[action]?.(detail ?? {}) ?? action;

export const historyActor = ({ actor, actorName, through }: AuditEntry): string => {
  if (actor === 'service') return 'by itself';
  return through === 'dashboard' ? `by ${actorName}, here` : `by ${actorName}`;
};
