import type { Instant } from '../model/instant.ts';
import type { ListedSession, Session } from '../model/session.ts';

export interface Sessions {
  /** Also finds expired sessions and those of inactive keys; the domain checks that. */
  findSession(idHash: string): Promise<Session | undefined>;
  /** Unexpired ones, last opened first; at most `bounds.listedSessions`. */
  listSessions(now: Instant): Promise<ListedSession[]>;
}

export interface SessionChanges {
  /** Ends the oldest sessions of its key beyond `most`. */
  insertSession(session: Session, most: number): Promise<void>;
  /** False if there is none. */
  deleteSession(idHash: string): Promise<boolean>;
  /** Returns the number of deleted sessions. */
  deleteSessions(which: 'all' | 'admin'): Promise<number>;
}

export interface SessionUsage {
  /** One write for many sessions; times never go backward. */
  touchSessions(lastUsed: Map<string, Instant>): Promise<void>;
  /** Deletes expired sessions and those of revoked or expired keys; returns their number. */
  deleteExpiredSessions(now: Instant): Promise<number>;
}
