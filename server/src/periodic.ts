import type { Logger } from 'pino';
import type { Housekeeping } from './domain/maintenance/collect-garbage.ts';
import type { Metrics } from './http/metrics/metrics.ts';
import type { Verbs } from './http/routing/verbs.ts';
import { addUpChecks } from './jobs/add-up-checks.ts';
import { collectLeftovers } from './jobs/collect-leftovers.ts';
import { countReports } from './jobs/count-reports.ts';
import { flushFleet } from './jobs/flush-fleet.ts';
import { flushMeters } from './jobs/flush-meters.ts';
import { foldFleet } from './jobs/fold-fleet.ts';
import type { Job } from './jobs/job.ts';
import { noteKeyUse } from './jobs/note-key-use.ts';
import { refreshCatalog } from './jobs/refresh-catalog.ts';
import { scrubArtifacts } from './jobs/scrub.ts';
import { watchRollouts } from './jobs/watch-rollouts.ts';

/** Everything that is done again and again while the service runs. */
export const composeJobs = (
  { verbs, housekeeping }: { verbs: Verbs; housekeeping: Housekeeping },
  metrics: Metrics,
  log: Logger,
): Job[] => [
  flushMeters(verbs.metering),
  addUpChecks(verbs.counting),
  flushFleet(verbs.counting),
  countReports(verbs.gathering),
  foldFleet(housekeeping),
  noteKeyUse(verbs.authenticating, verbs.signingIn),
  refreshCatalog(verbs.catalog),
  watchRollouts(verbs.watchingRollouts, metrics.rollouts),
  collectLeftovers(housekeeping, (what, count) => {
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
