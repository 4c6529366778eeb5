import { after, before, describe } from 'node:test';
import { alsoOffersSection } from './decisions/also-offers.ts';
import { appsSection } from './decisions/apps.ts';
import { auditSection } from './decisions/audit.ts';
import { companionsSection } from './decisions/companions.ts';
import { deliverySection } from './decisions/delivery.ts';
import { documentSection } from './decisions/document.ts';
import { domainsSection } from './decisions/domains.ts';
import { downloadPageSection } from './decisions/download-page.ts';
import { electronSection } from './decisions/electron.ts';
import { explainSection } from './decisions/explain.ts';
import { extrasSection } from './decisions/extras.ts';
import { factsSection } from './decisions/facts.ts';
import { feedRolloutsSection } from './decisions/feed-rollouts.ts';
import { feedsSection } from './decisions/feeds.ts';
import { fleetSection } from './decisions/fleet.ts';
import { fleetFeedsSection } from './decisions/fleet-feeds.ts';
import { healthSection } from './decisions/health.ts';
import { hostsSection } from './decisions/hosts.ts';
import { identitySection } from './decisions/identity.ts';
import { keysSection } from './decisions/keys.ts';
import { latestOrderSection } from './decisions/latest-order.ts';
import { linksSection } from './decisions/links.ts';
import { meteringSection } from './decisions/metering.ts';
import { offersSection } from './decisions/offers.ts';
import { operationsSection } from './decisions/operations.ts';
import { partsSection } from './decisions/parts.ts';
import { policiesSection } from './decisions/policies.ts';
import { promoteSection } from './decisions/promote.ts';
import { publicHostsSection } from './decisions/public-hosts.ts';
import { rateLimitsSection } from './decisions/rate-limits.ts';
import { refusedKeysSection } from './decisions/refused-keys.ts';
import { releaseListsSection } from './decisions/release-lists.ts';
import { releasesSection } from './decisions/releases.ts';
import { reportsSection } from './decisions/reports.ts';
import { reviewSection } from './decisions/review.ts';
import { revisionsSection } from './decisions/revisions.ts';
import { rolloutsSection } from './decisions/rollouts.ts';
import { rotationSection } from './decisions/rotation.ts';
import { scopesSection } from './decisions/scopes.ts';
import { sessionSection } from './decisions/sessions.ts';
import { signaturesSection } from './decisions/signatures.ts';
import { simulationSection } from './decisions/simulation.ts';
import { sparkleSection } from './decisions/sparkle.ts';
import { squirrelSection } from './decisions/squirrel.ts';
import { staticFilesSection } from './decisions/static-files.ts';
import { statusesSection } from './decisions/statuses.ts';
import { trustedPublishingSection } from './decisions/trusted-publishing.ts';
import { velopackSection } from './decisions/velopack.ts';
import { warningsSection } from './decisions/warnings.ts';
import { zsyncSection } from './decisions/zsync.ts';
import { hangUp } from './dial.ts';
import { specification } from './specification.ts';
import { createWorld, type Deployment, type World } from './world.ts';

/** Tests the specification and the decisions on one deployment; `more` adds tests for it alone. */
export const acceptance = (
  name: string,
  start: () => Promise<Deployment>,
  more: (world: World) => void = () => undefined,
): void => {
  let deployment: Deployment | undefined;
  const world = createWorld(() => {
    if (deployment === undefined) throw new Error('nothing is running yet');
    return deployment;
  });

  describe(name, () => {
    before(async () => {
      deployment = await start();
    });
    after(async () => {
      await deployment?.stop();
      hangUp();
    });

    describe('the specification and the decisions', { concurrency: 4 }, () => {
      specification(world);
      alsoOffersSection(world);
      appsSection(world);
      auditSection(world);
      domainsSection(world);
      electronSection(world);
      sparkleSection(world);
      zsyncSection(world);
      feedsSection(world);
      fleetSection(world);
      fleetFeedsSection(world);
      squirrelSection(world);
      staticFilesSection(world);
      explainSection(world);
      healthSection(world);
      reportsSection(world);
      rolloutsSection(world);
      signaturesSection(world);
      simulationSection(world);
      extrasSection(world);
      feedRolloutsSection(world);
      factsSection(world);
      companionsSection(world);
      hostsSection(world);
      publicHostsSection(world);
      identitySection(world);
      keysSection(world);
      refusedKeysSection(world);
      latestOrderSection(world);
      linksSection(world);
      downloadPageSection(world);
      deliverySection(world);
      meteringSection(world);
      offersSection(world);
      operationsSection(world);
      partsSection(world);
      policiesSection(world);
      rotationSection(world);
      promoteSection(world);
      releasesSection(world);
      releaseListsSection(world);
      reviewSection(world);
      revisionsSection(world);
      scopesSection(world);
      statusesSection(world);
      trustedPublishingSection(world);
      velopackSection(world);
      warningsSection(world);
      more(world);
    });

    // These need the server to themselves, or depend on all earlier tests.
    sessionSection(world);
    rateLimitsSection(world);
    documentSection(world);
  });
};
