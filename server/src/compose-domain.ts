import { setImmediate } from 'node:timers/promises';
import type { Logger } from 'pino';
import { adapters, feeds } from './adapters/registry.ts';
import type { Config } from './config/config.ts';
import type { ResolvedUrls } from './config/resolve-urls.ts';
import { storageHostsOf } from './config/storage-url.ts';
import { createAppAdmin } from './domain/apps/apps.ts';
import { createChannelAdmin } from './domain/apps/channels.ts';
import { createDomainChecks } from './domain/apps/domain-check/domain-check.ts';
import { createDomainAdmin } from './domain/apps/domains.ts';
import { createKeyAdmin } from './domain/apps/keys.ts';
import { createSigningKeyAdmin } from './domain/apps/signing-keys.ts';
import { createAuthentication } from './domain/auth/authenticate.ts';
import { createSessionAuth } from './domain/auth/sessions.ts';
import { createTrustedPublishing } from './domain/auth/trusted-publishing/trusted-publishers.ts';
import { createCatalog } from './domain/catalog/catalog.ts';
import { createRevisions } from './domain/catalog/revisions.ts';
import { createDownloads } from './domain/delivery/download.ts';
import { createFeedFiles } from './domain/delivery/feed-files.ts';
import { createEffectPreviews } from './domain/explain/effects.ts';
import { createCheckExplanations } from './domain/explain/explain-check.ts';
import { createFeedExplanations } from './domain/explain/explain-feed.ts';
import { createCheckCounts } from './domain/fleet/check-counts.ts';
import { createFleetReports } from './domain/fleet/fleet-report.ts';
import { createMaintenance } from './domain/maintenance/collect-garbage.ts';
import { createHosts } from './domain/model/host.ts';
import type { Clock } from './domain/ports/clock.ts';
import type { Ids } from './domain/ports/ids.ts';
import type { Issuers } from './domain/ports/issuers.ts';
import type { Store } from './domain/ports/store.ts';
import { createDrafts } from './domain/releases/create-draft.ts';
import { createReleaseEdits } from './domain/releases/edit-release.ts';
import { createPromotions } from './domain/releases/promote.ts';
import { createPublications } from './domain/releases/publish.ts';
import { createReleaseQueries } from './domain/releases/read.ts';
import { createReleaseReviews } from './domain/releases/review.ts';
import { createWithdrawals } from './domain/releases/withdraw.ts';
import { createClientReports } from './domain/rollouts/client-reports/client-reports.ts';
import { createHealthReports } from './domain/rollouts/health-reports.ts';
import { createRolloutControl } from './domain/rollouts/rollouts.ts';
import { createRolloutSimulator } from './domain/rollouts/simulate.ts';
import { createRolloutSupervisor } from './domain/rollouts/supervisor.ts';
import { createUnitOfWork } from './domain/unit-of-work.ts';
import { createUsageMeter } from './domain/usage/usage-meter.ts';
import { openProber } from './drivers/prober.ts';
import { createHealth } from './health.ts';
import { healthPath } from './http/app.ts';
import type { Metrics } from './http/metrics/metrics.ts';
import type { Verbs } from './http/services.ts';
import { createRequireSpace, type Disks, isAnyDiskLow } from './open-disks.ts';
import type { SharedSecrets } from './open-drivers.ts';
import type { OpenedStorage } from './open-storage.ts';
import { createRolloutObserver } from './rollout-observer.ts';
import { version } from './version.ts';
import { createWorkerInvalidation } from './workers/invalidation.ts';
import type { WorkerRpc } from './workers/rpc.ts';

interface Foundation {
  config: Config;
  store: Store;
  storage: OpenedStorage;
  issuers: Issuers;
  addresses: ResolvedUrls;
  metrics: Metrics;
  logger: Logger;
  clock: Clock;
  ids: Ids;
  workers: WorkerRpc | undefined;
  secrets: SharedSecrets;
  disks: Disks;
}

export const composeDomain = (foundation: Foundation) => {
  const { config, store, addresses, metrics, logger, clock, ids, workers, secrets, disks } = foundation;
  const { blobs } = foundation.storage;
  const hosts = createHosts({ ...addresses, storageHosts: storageHostsOf(config.storage) });
  const catalog = createCatalog({ store, hosts, maxWeightBytes: config.catalogBytes });
  const settled = workers === undefined ? catalog.settled : createWorkerInvalidation(workers, store, catalog);
  const changing = createUnitOfWork({ store, clock, settled });
  const checkCounts = createCheckCounts({
    ...{ store, clock, ids, rest: setImmediate, onOther: metrics.fleetOther },
    siteCount: () => catalog.stats().sites,
  });
  const usageMeter = createUsageMeter({ store, clock, ids });
  const needs = {
    ...{ store, blobs, clock, ids, hosts, adapters },
    ...changing,
    ...createRolloutObserver(metrics, logger),
    requireSpace: createRequireSpace(disks, blobs),
  };
  const { maxArtifactBytes } = config;
  const reviews = createReleaseReviews({ store, adapters, feeds, maxArtifactBytes });
  const rolloutSupervisor = createRolloutSupervisor(needs);
  const authentication = createAuthentication({ store, clock, ids, adminKey: config.adminKey });
  const verbs: Verbs = {
    appAdmin: createAppAdmin(needs),
    channelAdmin: createChannelAdmin(needs),
    domainAdmin: createDomainAdmin(needs),
    keyAdmin: createKeyAdmin(needs),
    signingKeyAdmin: createSigningKeyAdmin(needs),
    releaseEdits: createReleaseEdits(needs),
    authentication,
    catalog,
    checkCounts,
    downloads: createDownloads({ store, blobs }),
    drafts: createDrafts({ ...needs, maxArtifactBytes }),
    feedExplanations: createFeedExplanations({ store, feeds, rest: setImmediate }),
    feedFiles: createFeedFiles(needs),
    effectPreviews: createEffectPreviews({ ...needs, reviews, usageMeter, checkCounts, rest: setImmediate }),
    clientReports: createClientReports({
      ...{ ...changing, evaluate: rolloutSupervisor.evaluate, flushDownloads: usageMeter.flush },
      onResult: metrics.report,
    }),
    hosts,
    usageMeter,
    domainChecks: createDomainChecks({
      ...needs,
      healthPath,
      prober: openProber(config),
      secret: secrets.presence,
    }),
    promotions: createPromotions(needs),
    publications: createPublications({ ...needs, reviews, onOutcome: metrics.publish }),
    releaseQueries: createReleaseQueries(needs),
    healthReports: createHealthReports({ ...needs, evaluate: rolloutSupervisor.evaluate }),
    releaseReviews: reviews,
    rolloutControl: createRolloutControl(needs),
    sessionAuth: createSessionAuth({ ...needs, authentication }),
    rolloutSimulator: createRolloutSimulator({ ...needs, rest: setImmediate }),
    revisions: createRevisions({ store, catalog, secret: secrets.revision }),
    fleetReports: createFleetReports({ store, clock, checkCounts }),
    trustedPublishing: createTrustedPublishing({
      ...needs,
      issuers: foundation.issuers,
      audience: new URL(addresses.baseUrl).origin,
      onExchange: metrics.exchange,
    }),
    rolloutSupervisor,
    withdrawals: createWithdrawals(needs),
    checkExplanations: createCheckExplanations(needs),
    adapters,
    feeds,
    version,
    health: createHealth({ store, blobs, isDiskLow: () => isAnyDiskLow(disks) }),
  };
  return { verbs, housekeeping: createMaintenance(needs) };
};
