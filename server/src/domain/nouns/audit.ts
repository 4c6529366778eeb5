import { type Actor, actorName } from './actor.ts';
import type { Instant } from './instant.ts';

export type AuditAction =
  | 'app.create'
  | 'app.change'
  | 'app.delete'
  | 'channel.create'
  | 'channel.change'
  | 'key.create'
  | 'key.revoke'
  | 'domain.create'
  | 'domain.delete'
  | 'release.create'
  | 'release.change'
  | 'release.delete'
  | 'release.publish'
  | 'release.withdraw'
  | 'release.restore'
  | 'artifact.declare'
  | 'artifact.complete'
  | 'artifact.prune';

/** One change, written in the transaction that made it. */
export interface AuditRow {
  app: string;
  at: Instant;
  actor: string;
  action: AuditAction;
  subject: string;
  detail: Record<string, unknown> | undefined;
}

export interface AuditEntry extends AuditRow {
  /** Grows with every entry. */
  id: number;
}

interface Change {
  app: string;
  at: Instant;
  actor: Actor;
}

export const auditRow = (
  { app, at, actor }: Change,
  action: AuditAction,
  subject: { of: string; detail?: Record<string, unknown> },
): AuditRow => ({ app, at, actor: actorName(actor), action, subject: subject.of, detail: subject.detail });
