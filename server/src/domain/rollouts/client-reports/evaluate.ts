import { createHash } from 'node:crypto';
import { bucketPosition } from '../../decision/rollout-bucketing.ts';
import { hash32 } from '../../model/hash32.ts';
import type { Client } from '../../model/offer.ts';
import type { ReleaseWithArtifacts } from '../../model/release.ts';
import type { PendingReport, Report, ReportResult } from '../../model/report.ts';
import { isUnfinished, type Rollout } from '../../model/rollout.ts';
import type { Site } from '../../model/site.ts';
import { plainVersion } from '../../model/version.ts';
import { reachableTargets } from '../brakes.ts';

/* Whether a report may count, as far as the catalog knows: no database is asked while someone waits. Pure. */

/** Who reports: the client, and the network around it, wider than what tells one client from another. */
export type ReportSender = Client & { neighbourhood: string };

type Rolling = ReleaseWithArtifacts & { rollout: Rollout };

const isRolling = (release: ReleaseWithArtifacts): release is Rolling => isUnfinished(release.rollout);

/** The release that is meant, the one published last: in the channel or what it also offers, in all where none is named. */
const findReported = ({ channels, alsoOffers }: Site, report: Report): Rolling | undefined => {
  const { channel } = report;
  const names = channel === undefined ? [...channels.keys()] : [channel, alsoOffers.get(channel) ?? channel];
  const version = plainVersion(report.version);
  return names
    .flatMap((name) => channels.get(name) ?? [])
    .filter(isRolling)
    .filter((release) => plainVersion(release.version) === version)
    .sort((a, b) => (b.sequence ?? 0) - (a.sequence ?? 0))[0];
};

/** Who chose to be among the first says nothing of the others. */
const isChosen = ({ cohorts }: Rollout, { cohort, manual }: ReportSender): boolean =>
  manual === true || (cohort !== undefined && cohorts.includes(cohort));

/** A place in the rollout's order, where the rollout lets such clients in at all. */
const placeOf = (rollout: Rollout, sender: ReportSender): number | undefined =>
  sender.id === undefined && rollout.withoutId === 'hold' ? undefined : bucketPosition(rollout, sender);

/** 64 bits that tell one reporter of a rollout from another, and of two rollouts nothing. */
const reporterOf = ({ seed }: Rollout, { id, network }: ReportSender): string =>
  createHash('sha256')
    .update(`${seed} ${id ?? `net ${network}`}`)
    .digest('hex')
    .slice(0, 16);

/** Of 65,536 numbers: enough to keep networks apart, too few to tell which it was. */
const networkOf = ({ seed }: Rollout, { neighbourhood }: ReportSender): number =>
  hash32(seed, `around ${neighbourhood}`) >>> 16;

/** A report that waits to be counted, or why it does not count. */
export const evaluateReport = (
  site: Site,
  report: Report,
  sender: ReportSender,
): PendingReport | ReportResult => {
  const release = findReported(site, report);
  if (release === undefined || !reachableTargets(release).includes(report.target)) return 'unknown';
  const { rollout } = release;
  if (rollout.brakes.reports === 'off') return 'off';
  if (isChosen(rollout, sender)) return 'chosen';
  const position = placeOf(rollout, sender);
  if (position === undefined || position * 1000 >= rollout.permille) return 'outside';
  const { target, outcome } = report;
  return {
    ...{ app: site.app.slug, releaseId: release.id, target, outcome, position },
    reporter: reporterOf(rollout, sender),
    network: networkOf(rollout, sender),
  };
};
