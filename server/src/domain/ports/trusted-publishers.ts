import type { Instant } from '../model/instant.ts';
import type { TrustedPublisher } from '../model/trusted-publisher.ts';

export interface TrustedPublishers {
  /** In order of creation. */
  listTrustedPublishers(app: string): Promise<TrustedPublisher[]>;
  findTrustedPublisher(app: string, id: string): Promise<TrustedPublisher | undefined>;
}

export interface TrustedPublisherChanges {
  insertTrustedPublisher(publisher: TrustedPublisher): Promise<void>;
  /** Records a use and the pinned IDs. */
  recordPublisherUse(id: string, use: { at: Instant; pinned: TrustedPublisher['pinned'] }): Promise<void>;
  /** False if the app has none with that ID. */
  deleteTrustedPublisher(app: string, id: string): Promise<boolean>;
  /** Records a token as used; false if it was used before or is in use concurrently. */
  claimToken(token: { issuer: string; tokenId: string; expiresAt: Instant }): Promise<boolean>;
}

export interface TrustCleanup {
  /** Deletes used tokens that expired before; returns their number. */
  deleteExpiredTokens(before: Instant): Promise<number>;
  /** Deletes exchanged keys that expired before; returns their number. */
  deleteExpiredExchangedKeys(before: Instant): Promise<number>;
}
