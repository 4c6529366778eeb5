import { setImmediate } from 'node:timers/promises';
import type { Logger } from 'pino';
import { adapters, feeds } from './adapters/registry.ts';
import { type Addresses, addressesOf } from './config/addresses.ts';
import type { Config } from './config/config.ts';
import { storageHostsOf, uploadOriginsOf } from './config/storage-url.ts';
import { trustsOf } from './config/trusted-proxies.ts';
import { createAdministering } from './domain/apps/admin.ts';
import { createProbing } from './domain/apps/domain-check/domain-check.ts';
import { createAuthenticating, type KeepAdminKey } from './domain/auth/authenticate.ts';
import { createSigningIn } from './domain/auth/sessions.ts';
import { createTrusting } from './domain/auth/trusted-publishing/trusted-publishers.ts';
import { createCatalog } from './domain/catalog/catalog.ts';
import { createShowing } from './domain/catalog/revisions.ts';
import { createDownloading } from './domain/delivery/download.ts';
import { createFiling } from './domain/delivery/feed-files.ts';
import { createForeseeing } from './domain/explain/effects.ts';
import { createUpdating } from './domain/explain/explain-check.ts';
import { createFeeding } from './domain/explain/explain-feed.ts';
import { createCounting } from './domain/fleet/check-counts.ts';
import { createSurveying } from './domain/fleet/fleet-report.ts';
import { createHousekeeping } from './domain/maintenance/collect-garbage.ts';
import { createHosts } from './domain/model/host.ts';
import type { Clock } from './domain/ports/clock.ts';
import type { Ids } from './domain/ports/ids.ts';
import type { Issuers } from './domain/ports/issuers.ts';
import type { Store } from './domain/ports/store.ts';
import { createDrafting } from './domain/releases/create-draft.ts';
import { createAmending } from './domain/releases/edit-release.ts';
import { createPromoting } from './domain/releases/promote.ts';
import { createPublishing } from './domain/releases/publish.ts';
import { createReading } from './domain/releases/read.ts';
import { createReviewing } from './domain/releases/review.ts';
import { createWithdrawing } from './domain/releases/withdraw.ts';
import { createGathering } from './domain/rollouts/client-reports/client-reports.ts';
import { createReporting } from './domain/rollouts/health-reports.ts';
import { createRollingOut } from './domain/rollouts/rollouts.ts';
import { createSimulating } from './domain/rollouts/simulate.ts';
import { createWatchingRollouts } from './domain/rollouts/supervisor.ts';
import { createChanging } from './domain/unit-of-work.ts';
import { createMetering } from './domain/usage/metering.ts';
import { openProber } from './drivers/prober.ts';
import { randomIds, systemClock } from './drivers/system.ts';
import { createHealth } from './health.ts';
import { createHttpEdge, healthPath } from './http/app.ts';
import { readDashboardFiles } from './http/dashboard/files.ts';
import { createMetrics, type Metrics } from './http/metrics/metrics.ts';
import type { Verbs } from './http/routing/verbs.ts';
import { listen } from './http/server/listen.ts';
import { createUploads } from './http/server/uploads.ts';
import { startJobs } from './jobs/job.ts';
import { mainLimits, slowest, uploadLimits } from './limits.ts';
import { guardNodeLevel, type NodeLevelOptions } from './node-level-guard.ts';
import { awaitStore, claimSecrets, openPinnedIssuers, type Secrets } from './open.ts';
import { areLow, createRequireSpace, type Disks, openDisks } from './open-disks.ts';
import { openStorage, type Storage } from './open-storage.ts';
import { composeJobs } from './periodic.ts';
import { showProcessMetrics } from './process-metrics.ts';
import { createRolloutNews } from './rollout-news.ts';
import { version } from './version.ts';
import type { WorkerCalls } from './workers/calls.ts';
import { shareInvalidation } from './workers/invalidation.ts';
import { shareMetrics } from './workers/metrics.ts';

/* The composition root: config → drivers → domain → http. Everything that runs is built here, once, in this order. */

export interface Outside extends NodeLevelOptions {
  /** How many log lines were dropped since the start. */
  droppedLogLines?: () => number;
  clock?: Clock;
  ids?: Ids;
  /** Gives up waiting for a database that is away. */
  signal?: AbortSignal;
  /** Where a new admin key is kept before it counts; without it, `newAdminKey` alone has it. */
  keepAdminKey?: KeepAdminKey;
  /** Others listen already: this process joins them when it can answer, and not before. */
  joins?: boolean;
  /** Where this process is one of several: the way to all of them. */
  workers?: WorkerCalls;
}

export interface Service {
  addresses: Addresses;
  /** The admin key's text, at the first start where the service made it. */
  newAdminKey: string | undefined;
  close(): Promise<void>;
}

interface Foundation {
  config: Config;
  store: Store;
  storage: Storage;
  issuers: Issuers;
  addresses: Addresses;
  metrics: Metrics;
  logger: Logger;
  clock: Clock;
  ids: Ids;
  workers: WorkerCalls | undefined;
  secrets: Secrets;
  disks: Disks;
}

const composeDomain = (foundation: Foundation) => {
  const { config, store, addresses, metrics, logger, clock, ids, workers, secrets, disks } = foundation;
  const { blobs } = foundation.storage;
  const hosts = createHosts({ ...addresses, storageHosts: storageHostsOf(config.storage) });
  const catalog = createCatalog({ store, hosts, maxWeightBytes: config.catalogBytes });
  const settled = workers === undefined ? catalog.settled : shareInvalidation(workers, store, catalog);
  const changing = createChanging({ store, clock, settled });
  const counting = createCounting({
    ...{ store, clock, ids, rest: setImmediate, onOther: metrics.fleetOther },
    siteCount: () => catalog.stats().sites,
  });
  const metering = createMetering({ store, clock, ids });
  const needs = {
    ...{ store, blobs, clock, ids, hosts, adapters },
    ...changing,
    ...createRolloutNews(metrics, logger),
    requireSpace: createRequireSpace(disks, blobs),
  };
  const { maxArtifactBytes } = config;
  const reviewing = createReviewing({ store, adapters, feeds, maxArtifactBytes });
  const watchingRollouts = createWatchingRollouts(needs);
  const authenticating = createAuthenticating({ store, clock, ids, adminKey: config.adminKey });
  const verbs: Verbs = {
    administering: createAdministering(needs),
    amending: createAmending(needs),
    authenticating,
    catalog,
    counting,
    downloading: createDownloading({ store, blobs, metering }),
    drafting: createDrafting({ ...needs, maxArtifactBytes }),
    feeding: createFeeding({ store, feeds, rest: setImmediate }),
    filing: createFiling(needs),
    foreseeing: createForeseeing({ ...needs, reviewing, metering, counting, rest: setImmediate }),
    gathering: createGathering({
      ...{ ...changing, heed: watchingRollouts.heed, settleDownloads: metering.flush },
      onFate: metrics.report,
    }),
    hosts,
    metering,
    probing: createProbing({ ...needs, healthPath, prober: openProber(config), secret: secrets.presence }),
    promoting: createPromoting(needs),
    publishing: createPublishing({ ...needs, reviewing, onOutcome: metrics.publish }),
    reading: createReading(needs),
    reporting: createReporting({ ...needs, heed: watchingRollouts.heed }),
    reviewing,
    rollingOut: createRollingOut(needs),
    signingIn: createSigningIn({ ...needs, authenticating }),
    simulating: createSimulating({ ...needs, rest: setImmediate }),
    showing: createShowing({ store, catalog, secret: secrets.revision }),
    surveying: createSurveying({ store, clock, counting }),
    trusting: createTrusting({
      ...needs,
      issuers: foundation.issuers,
      audience: new URL(addresses.baseUrl).origin,
      onExchange: metrics.exchange,
    }),
    watchingRollouts,
    withdrawing: createWithdrawing(needs),
    updating: createUpdating(needs),
    adapters,
    feeds,
    version,
    health: createHealth({ store, blobs, isDiskLow: () => areLow(disks) }),
  };
  return { verbs, housekeeping: createHousekeeping(needs) };
};

/** Builds and starts the whole service; resolves when it answers. */
export const compose = async (config: Config, outside: Outside): Promise<Service> => {
  const { logger, clock = systemClock, ids = randomIds, signal, workers } = outside;
  const { keepAdminKey = async () => ({ discard: async () => undefined }) } = outside;
  const shared = workers && shareMetrics(workers);
  const metrics = createMetrics(shared?.gather);
  shared?.show(metrics.registry);
  const { host, port, uploadPort } = config.listen;
  // The main one last: a worker that joins must not be given requests while it waits for the other.
  const openListeners = async () => {
    const uploads =
      config.storage.kind === 'files' ? await listen({ host, port: uploadPort }, uploadLimits) : undefined;
    return { uploads, main: await listen({ host, port }, mainLimits) };
  };
  // Ports that are not chosen yet are known only once they are open.
  const opened = outside.joins === true && port !== 0 && uploadPort !== 0 ? undefined : await openListeners();
  const addresses = addressesOf(config, opened?.main.port ?? port, opened?.uploads?.port ?? uploadPort);

  const issuers = await openPinnedIssuers(config, clock);
  const store = await awaitStore(config, { metrics, logger, signal });
  const levelGuard = await guardNodeLevel(store, outside);
  const disks = openDisks(config);
  const { uploadUrl } = addresses;
  const storage = await openStorage(config, { store, ids, uploadUrl, metrics, disk: disks.storage });
  const secrets = await claimSecrets(store, ids);
  const domain = composeDomain({
    ...{ config, store, storage, issuers, addresses, metrics, logger, clock, ids, workers, secrets, disks },
  });
  const { verbs } = domain;
  // Ids of the first checks are told apart, too, once the day's seed is known.
  await verbs.counting.flush();
  const edge = await createHttpEdge({
    verbs,
    metrics,
    logger,
    version,
    urls: addresses,
    dashboard: {
      files: await readDashboardFiles(),
      uploadOrigins: uploadOriginsOf(config.storage, addresses.uploadUrl),
    },
    trusts: trustsOf(config),
    networkSecret: secrets.networks,
    slowest,
  });
  showProcessMetrics(metrics, {
    ...{ version, store, disks, catalog: verbs.catalog, activeDownloads: edge.activeDownloads },
    droppedLogLines: outside.droppedLogLines ?? (() => 0),
  });

  // The first worker makes it for all: the others would have one each, and all but one in vain.
  const newAdminKey =
    outside.joins === true ? undefined : await verbs.authenticating.ensureAdminKey(keepAdminKey);
  const jobs = startJobs(composeJobs(domain, metrics, logger), (job, error) => {
    metrics.job(job, error === undefined ? 'done' : 'failed');
    if (error !== undefined) logger.warn({ job, err: error }, 'job failed; it is tried again');
  });
  const { main, uploads } = opened ?? (await openListeners());
  if (storage.inbox !== undefined) uploads?.serve(createUploads(storage.inbox, logger));
  main.serve(edge.handle, edge.doorkeeper);

  const close = async (): Promise<void> => {
    const patienceMs = config.drainSeconds * 1000;
    await Promise.all([main.close(patienceMs), uploads?.close(patienceMs)]);
    levelGuard.stop();
    await jobs.stop();
    // What was counted up to the last byte is written before the process may end.
    const { metering, counting, gathering, authenticating, signingIn } = verbs;
    const counts = [
      ...[metering.flush(), counting.flush(), gathering.flush()],
      ...[authenticating.flushLastUsed(), signingIn.flushLastUsed()],
    ];
    await Promise.allSettled(counts);
    await edge.close();
    await storage.blobs.close();
    await store.close();
  };
  return { addresses, newAdminKey, close };
};
