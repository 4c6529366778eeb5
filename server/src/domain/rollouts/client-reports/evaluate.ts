import { createHash } from 'node:crypto';
import { plainVersion } from '@slipway/core/version.ts';
import { bucketPosition } from '../../decision/rollout-bucketing.ts';
import { hash32 } from '../../model/hash32.ts';
import type { Client } from '../../model/offer.ts';
import type { ReleaseWithArtifacts } from '../../model/release.ts';
import type { PendingReport, Report, ReportResult } from '../../model/report.ts';
import { isUnfinished, type Rollout } from '../../model/rollout.ts';
import type { Site } from '../../model/site.ts';
import { reachableTargets } from '../brakes.ts';

/* Filters reports with the catalog only, so that no request waits for the database. Pure. */

/** The client and its network prefix, which is wider than the one for bucketing. */
export type ReportSender = Client & { networkPrefix: string };

type Rolling = ReleaseWithArtifacts & { rollout: Rollout };

const isRolling = (release: ReleaseWithArtifacts): release is Rolling => isUnfinished(release.rollout);

/** The last published match: in the channel and the one that it also offers, or in all channels. */
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

/** Testers and manual checks are not representative. */
const isChosen = ({ cohorts }: Rollout, { cohort, manual }: ReportSender): boolean =>
  manual === true || (cohort !== undefined && cohorts.includes(cohort));

/** The client's bucket, if the rollout admits such clients at all. */
const placeOf = (rollout: Rollout, sender: ReportSender): number | undefined =>
  sender.id === undefined && rollout.withoutId === 'hold' ? undefined : bucketPosition(rollout, sender);

/** 64 bits that identify a reporter within one rollout but not across rollouts. */
const reporterOf = ({ seed }: Rollout, { id, network }: ReportSender): string =>
  createHash('sha256')
    .update(`${seed} ${id ?? `net ${network}`}`)
    .digest('hex')
    .slice(0, 16);

/** 65,536 buckets: enough to separate networks, too few to identify one. */
const networkOf = ({ seed }: Rollout, { networkPrefix }: ReportSender): number =>
  hash32(seed, `around ${networkPrefix}`) >>> 16;

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
