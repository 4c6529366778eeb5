import { composeDomain } from './compose-domain.ts';
import { composeJobs } from './compose-jobs.ts';
import type { Config } from './config/config.ts';
import { type ResolvedUrls, resolveUrls } from './config/resolve-urls.ts';
import { uploadOriginsOf } from './config/storage-url.ts';
import { createTrustedProxyCheck } from './config/trusted-proxies.ts';
import type { SaveAdminKey } from './domain/auth/authenticate.ts';
import type { Clock } from './domain/ports/clock.ts';
import type { Ids } from './domain/ports/ids.ts';
import { randomIds, systemClock } from './drivers/system.ts';
import { createHttpApp } from './http/app.ts';
import { readDashboardFiles } from './http/dashboard/files.ts';
import { createMetrics } from './http/metrics/metrics.ts';
import { openListener } from './http/server/listener.ts';
import { createUploadHandler } from './http/server/upload-handler.ts';
import { startJobs } from './jobs/job.ts';
import { mainLimits, slowClientLimit, uploadLimits } from './listener-limits.ts';
import { guardNodeLevel, type NodeLevelOptions } from './node-level-guard.ts';
import { openDisks } from './open-disks.ts';
import { loadSecrets, openPinnedIssuers, waitForStore } from './open-drivers.ts';
import { openStorage } from './open-storage.ts';
import { registerProcessMetrics } from './process-metrics.ts';
import { version } from './version.ts';
import { createWorkerMetrics } from './workers/metrics.ts';
import type { WorkerRpc } from './workers/rpc.ts';

/* The composition root: config → drivers → domain → http. Everything that runs is built here, once, in this order. */

export interface ComposeOptions extends NodeLevelOptions {
  /** How many log lines were dropped since the start. */
  droppedLogLines?: () => number;
  clock?: Clock;
  ids?: Ids;
  /** Aborts the wait for an unavailable database. */
  signal?: AbortSignal;
  /** Saves a new admin key before it becomes valid; without it, only `newAdminKey` has it. */
  saveAdminKey?: SaveAdminKey;
  /** Other workers are already listening: this one joins only when it can answer. */
  isAdditionalWorker?: boolean;
  /** The RPC to the other workers, if there are any. */
  workers?: WorkerRpc;
}

export interface Service {
  addresses: ResolvedUrls;
  /** The admin key's text, if this start created it. */
  newAdminKey: string | undefined;
  close(): Promise<void>;
}

/** Builds and starts the server; resolves when it answers requests. */
export const compose = async (config: Config, outside: ComposeOptions): Promise<Service> => {
  const { logger, clock = systemClock, ids = randomIds, signal, workers } = outside;
  const { saveAdminKey = async () => ({ discard: async () => undefined }) } = outside;
  const shared = workers && createWorkerMetrics(workers);
  const metrics = createMetrics(shared?.collect);
  shared?.register(metrics.registry);
  const { host, port, uploadPort } = config.listen;
  // The main listener opens last: a joining worker must not receive requests while it waits for the other.
  const openListeners = async () => {
    const uploads =
      config.storage.kind === 'files'
        ? await openListener({ host, port: uploadPort }, uploadLimits)
        : undefined;
    return { uploads, main: await openListener({ host, port }, mainLimits) };
  };
  // Ports chosen by the system are known only after listening.
  const opened =
    outside.isAdditionalWorker === true && port !== 0 && uploadPort !== 0 ? undefined : await openListeners();
  const addresses = resolveUrls(config, opened?.main.port ?? port, opened?.uploads?.port ?? uploadPort);

  const issuers = await openPinnedIssuers(config, clock);
  const store = await waitForStore(config, { metrics, logger, signal });
  const levelGuard = await guardNodeLevel(store, outside);
  const disks = openDisks(config);
  const { uploadUrl } = addresses;
  const storage = await openStorage(config, { store, ids, uploadUrl, metrics, disk: disks.storage });
  const secrets = await loadSecrets(store, ids);
  const domain = composeDomain({
    ...{ config, store, storage, issuers, addresses, metrics, logger, clock, ids, workers, secrets, disks },
  });
  const { verbs } = domain;
  // Loads the day's salt, so that the IDs of the first checks are counted too.
  await verbs.checkCounts.flush();
  const edge = await createHttpApp({
    verbs,
    metrics,
    logger,
    version,
    urls: addresses,
    dashboard: {
      files: await readDashboardFiles(),
      uploadOrigins: uploadOriginsOf(config.storage, addresses.uploadUrl),
    },
    isTrustedProxy: createTrustedProxyCheck(config),
    networkSecret: secrets.networks,
    slowClientLimit,
  });
  registerProcessMetrics(metrics, {
    ...{ version, store, disks, catalog: verbs.catalog, activeDownloads: edge.activeDownloads },
    droppedLogLines: outside.droppedLogLines ?? (() => 0),
  });

  // Only the first worker creates it, since only one key can be valid.
  const newAdminKey =
    outside.isAdditionalWorker === true ? undefined : await verbs.authentication.ensureAdminKey(saveAdminKey);
  const jobs = startJobs(composeJobs(domain, metrics, logger), (job, error) => {
    metrics.job(job, error === undefined ? 'done' : 'failed');
    if (error !== undefined) logger.warn({ job, err: error }, 'job failed; it is tried again');
  });
  const { main, uploads } = opened ?? (await openListeners());
  if (storage.inbox !== undefined) uploads?.serve(createUploadHandler(storage.inbox, logger));
  main.serve(edge.handle, config.hasFastPath ? edge.fastPathHandler : undefined);

  const close = async (): Promise<void> => {
    const drainMs = config.drainSeconds * 1000;
    await Promise.all([main.close(drainMs), uploads?.close(drainMs)]);
    levelGuard.stop();
    await jobs.stop();
    // Writes all counts before the process ends.
    const { usageMeter, checkCounts, clientReports, authentication, sessionAuth } = verbs;
    const counts = [
      ...[usageMeter.flush(), checkCounts.flush(), clientReports.flush()],
      ...[authentication.flushLastUsed(), sessionAuth.flushLastUsed()],
    ];
    await Promise.allSettled(counts);
    await edge.close();
    await storage.blobs.close();
    await store.close();
  };
  return { addresses, newAdminKey, close };
};
