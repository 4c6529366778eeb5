import type { Logger } from 'pino';
import type { Maintenance } from './domain/maintenance/collect-garbage.ts';
import type { Metrics } from './http/metrics/metrics.ts';
import type { Verbs } from './http/routing/verbs.ts';
import { aggregateChecks } from './jobs/add-up-checks.ts';
import { collectGarbage } from './jobs/collect-leftovers.ts';
import { countReports } from './jobs/count-reports.ts';
import { flushFleet } from './jobs/flush-fleet.ts';
import { flushUsage } from './jobs/flush-meters.ts';
import { mergeFleetSketches } from './jobs/fold-fleet.ts';
import type { Job } from './jobs/job.ts';
import { writeLastUsed } from './jobs/note-key-use.ts';
import { refreshCatalog } from './jobs/refresh-catalog.ts';
import { scrubArtifacts } from './jobs/scrub.ts';
import { superviseRollouts } from './jobs/watch-rollouts.ts';

export const composeJobs = (
  { verbs, housekeeping }: { verbs: Verbs; housekeeping: Maintenance },
  metrics: Metrics,
  log: Logger,
): Job[] => [
  flushUsage(verbs.metering),
  aggregateChecks(verbs.counting),
  flushFleet(verbs.counting),
  countReports(verbs.gathering),
  mergeFleetSketches(housekeeping),
  writeLastUsed(verbs.authenticating, verbs.signingIn),
  refreshCatalog(verbs.catalog),
  superviseRollouts(verbs.watchingRollouts, metrics.rollouts),
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
