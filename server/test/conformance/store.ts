import { after, before, describe } from 'node:test';
import { appCases } from './store/apps.ts';
import { candidateCases } from './store/candidates.ts';
import { domainCases } from './store/domains.ts';
import { durabilityCases, reopenCases } from './store/durability.ts';
import { evidenceCases } from './store/evidence.ts';
import type { Opened, Shared } from './store/fixtures.ts';
import { fleetCases } from './store/fleet.ts';
import { fleetOfManyCases } from './store/fleet-of-many.ts';
import { networkCases } from './store/networks.ts';
import { offerAndKeptCases } from './store/offers.ts';
import { partCases } from './store/parts.ts';
import { policyCases } from './store/policies.ts';
import { publishingCases } from './store/publishing.ts';
import { releaseCases } from './store/releases.ts';
import { reportCases } from './store/reports.ts';
import { sessionCases } from './store/sessions.ts';
import { sharingCases } from './store/sharing.ts';
import { signingKeyCases } from './store/signing-keys.ts';
import { sketchCases } from './store/sketches.ts';
import { transactionCases } from './store/transactions.ts';
import { trustCases } from './store/trusted-publishers.ts';
import { usageCases } from './store/usage.ts';

export type { Opened } from './store/fixtures.ts';

/** Optional features of a store. */
export interface Abilities {
  /** `another` opens the same data once more. */
  sharing: boolean;
  /** `reopen` opens the same data again. */
  durable: boolean;
}

/** The contract of the store port. Each `open` starts empty; most cases share one store. */
export const storeConformance = (name: string, open: () => Promise<Opened>, abilities: Abilities): void => {
  describe(`store: ${name}`, () => {
    let opened: Opened | undefined;
    const shared: Shared = () => {
      if (opened === undefined) throw new Error('the store is not open');
      return opened.store;
    };
    before(async () => {
      opened = await open();
    });
    after(() => opened?.close());

    appCases(shared);
    domainCases(shared);
    partCases(shared);
    signingKeyCases(shared);
    releaseCases(shared);
    policyCases(shared);
    publishingCases(shared);
    offerAndKeptCases(shared);
    candidateCases(shared);
    trustCases(shared);
    sessionCases(shared);
    usageCases(shared);
    networkCases(shared);
    evidenceCases(shared);
    reportCases(shared);
    fleetCases(shared);
    fleetOfManyCases(shared);
    sketchCases(shared);
    transactionCases(shared);
    durabilityCases(open);
    if (abilities.sharing) sharingCases(open);
    if (abilities.durable) reopenCases(open);
  });
};
