import type { Apps } from '../../ports/apps.ts';
import type { Clock } from '../../ports/clock.ts';
import type { Ids } from '../../ports/ids.ts';
import type { Issuers } from '../../ports/issuers.ts';
import type { KeyChanges, Keys } from '../../ports/keys.ts';
import type { TrustedPublisherChanges, TrustedPublishers } from '../../ports/trusted-publishers.ts';
import type { InTransaction } from '../../unit-of-work.ts';

type Tx = Pick<Keys, 'countLiveKeys'> & KeyChanges & TrustedPublishers & TrustedPublisherChanges;

export interface TrustedPublishingDeps {
  store: Apps & TrustedPublishers;
  clock: Clock;
  ids: Ids;
  issuers: Issuers;
  /** The required `aud` claim: this server's origin. */
  audience: string;
  inTransaction: InTransaction<Tx>;
  onExchange: (outcome: 'exchanged' | 'rejected' | 'untrusted' | 'unavailable') => void;
}
