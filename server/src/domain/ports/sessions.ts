import type { Instant } from '../model/instant.ts';
import type { ListedSession, Session } from '../model/session.ts';

/** Sessions, by what is kept of their secret. */
export interface Sessions {
  /** Whether it is over, or its key no longer counts, is for the domain to say. */
  findSession(idHash: string): Promise<Session | undefined>;
  /** Those that are not over, opened last first, `bounds.listedSessions` at most. */
  listSessions(now: Instant): Promise<ListedSession[]>;
}

/** What may be changed of sessions, inside a transaction. */
export interface SessionChanges {
  /** Puts a session; of more than `most` of its key those that were opened first are ended. */
  insertSession(session: Session, most: number): Promise<void>;
  /** False when there is none. */
  deleteSession(idHash: string): Promise<boolean>;
  /** Those of every key, or of the admin key alone; how many. */
  deleteSessions(which: 'all' | 'admin'): Promise<number>;
}

/** When sessions were last used, and what is forgotten of them in time. */
export interface SessionUsage {
  /** Notes when sessions were last used: one write for many, never going back. */
  touchSessions(lastUsed: Map<string, Instant>): Promise<void>;
  /** Forgets those that are over, and those whose key is revoked or expired; how many. */
  forgetSessions(now: Instant): Promise<number>;
}
