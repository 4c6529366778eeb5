import type { Instant } from '../model/instant.ts';
import type { TrustedPublisher } from '../model/trusted-publisher.ts';

/** Trusted publishers, by their app. */
export interface TrustedPublishers {
  /** In order of creation. */
  listTrustedPublishers(app: string): Promise<TrustedPublisher[]>;
  findTrustedPublisher(app: string, id: string): Promise<TrustedPublisher | undefined>;
}

/** What may be changed of them, inside a transaction. */
export interface TrustedPublisherChanges {
  insertTrustedPublisher(publisher: TrustedPublisher): Promise<void>;
  /** Notes that it was used, and what it is pinned to from now on. */
  useTrustedPublisher(id: string, use: { at: Instant; pinned: TrustedPublisher['pinned'] }): Promise<void>;
  /** False when there is none of that app. */
  deleteTrustedPublisher(app: string, id: string): Promise<boolean>;
  /** Writes down that a token was used; false when it was before, or is being used by another right now. */
  useToken(token: { issuer: string; tokenId: string; expiresAt: Instant }): Promise<boolean>;
}

/** What of it is forgotten in time. */
export interface TrustCleanup {
  /** Forgets used tokens that ended before; how many. */
  forgetTokens(before: Instant): Promise<number>;
  /** Forgets exchanged keys that ended before; how many. */
  forgetExchangedKeys(before: Instant): Promise<number>;
}
