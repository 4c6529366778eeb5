import type { Logger } from 'pino';
import type { Maintenance } from './domain/maintenance/collect-garbage.ts';
import type { Metrics } from './http/metrics/metrics.ts';
import type { Verbs } from './http/services.ts';
import { aggregateChecks } from './jobs/aggregate-checks.ts';
import { collectGarbage } from './jobs/collect-garbage.ts';
import { countReports } from './jobs/count-client-reports.ts';
import { flushFleet } from './jobs/flush-fleet.ts';
import { flushUsage } from './jobs/flush-usage.ts';
import type { Job } from './jobs/job.ts';
import { mergeFleetSketches } from './jobs/merge-fleet-sketches.ts';
import { refreshCatalog } from './jobs/refresh-catalog.ts';
import { scrubArtifacts } from './jobs/scrub.ts';
import { superviseRollouts } from './jobs/supervise-rollouts.ts';
import { writeLastUsed } from './jobs/write-last-used.ts';

export const composeJobs = (
  { verbs, housekeeping }: { verbs: Verbs; housekeeping: Maintenance },
  metrics: Metrics,
  log: Logger,
): Job[] => [
  flushUsage(verbs.usageMeter),
  aggregateChecks(verbs.checkCounts),
  flushFleet(verbs.checkCounts),
  countReports(verbs.clientReports),
  mergeFleetSketches(housekeeping),
  writeLastUsed(verbs.authentication, verbs.sessionAuth),
  refreshCatalog(verbs.catalog),
  superviseRollouts(verbs.rolloutSupervisor, metrics.rollouts),
  collectGarbage(housekeeping, (what, count) => {
    if (count > 0) log.info({ what, count }, 'collected leftovers');
  }),
  scrubArtifacts(housekeeping, (artifactId) => {
    metrics.damaged();
    log.error(
      { artifactId },
      'a stored artifact is damaged, or its signature does not hold: restore it from a backup',
    );
  }),
];
