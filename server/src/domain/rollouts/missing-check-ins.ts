import type { ReleaseHours } from '../model/fleet.ts';
import type { Rollout } from '../model/rollout.ts';
import type { Clock } from '../ports/clock.ts';
import type { Fleet } from '../ports/fleet.ts';
import type { TestResult, TestStatistic } from './sequential-test.ts';

/*
 * Detects releases that fail to launch: an app that starts checks for updates, one that does not is never seen again.
 * Uses counts only, so it needs no IDs and stores nothing about a client. Only downloads that followed a check count,
 * capped by offers; feed readers without a version and website visitors never check in.
 */

/** Downloads that are old enough, and the check-ins of the release since. */
export interface TargetCheckIns {
  target: string;
  downloads: number;
  checkIns: number;
}

/** Clients check in within this time after an update. */
const graceHours = 6;
const fewestDownloads = 200;
const leastShare = 0.2;

const longAgo = '0001-01-01T00:00:00.000Z';

/** Reaches 1 with enough downloads and check-ins below a fifth of them. */
const ratioOf = ({ downloads, checkIns }: Omit<TargetCheckIns, 'target'>): number =>
  Math.min(downloads / fewestDownloads, Math.ceil(downloads * leastShare) / (checkIns + 1));

const computeStatistic = (target: string | undefined, reached: readonly TargetCheckIns[]): TestStatistic => {
  const sum = { downloads: 0, checkIns: 0 };
  for (const { downloads, checkIns } of reached) {
    sum.downloads += downloads;
    sum.checkIns += checkIns;
  }
  const good = Math.min(sum.checkIns, sum.downloads);
  return { target, bad: sum.downloads - good, good, ratio: ratioOf(sum) };
};

/** If only one target is silent, only that one stops. Held targets are excluded. */
export const testMissingCheckIns = (
  reached: readonly TargetCheckIns[],
  heldTargets: readonly string[],
): TestResult => {
  const standing = reached.filter(({ target }) => !heldTargets.includes(target));
  const whole = computeStatistic(undefined, standing);
  const each = reached.map((one) => ({ ...computeStatistic(one.target, [one]), target: one.target }));
  const enough = each.filter(
    ({ target, bad, good }) => !heldTargets.includes(target) && bad + good >= fewestDownloads,
  );
  const [worst] = enough.filter(({ ratio }) => ratio >= 1).sort((a, b) => b.ratio - a.ratio);
  const hasHealthyTarget = enough.some(({ ratio }) => ratio < 1);
  const halt = whole.ratio >= 1 && !hasHealthyTarget ? whole : worst;
  return { statistics: [whole, ...each], halt };
};

/**
 * Downloads of this phase, but check-ins of all phases: a network's check-ins are limited in total, so one that used
 * them up in an earlier phase can add downloads but no check-ins.
 */
export const readCheckIns = async (
  reads: Pick<Fleet, 'sumRolloutHours'>,
  { rollout, targets }: { rollout: Rollout; targets: readonly string[] },
  clock: Clock,
): Promise<TargetCheckIns[]> => {
  const { releaseId, since = longAgo } = rollout;
  // An hour counts once its last minute is old enough.
  const until = clock.in(-(graceHours + 1) * 3600);
  if (since > until) return [];
  const old = await reads.sumRolloutHours(releaseId, { from: since, until });
  const all = await reads.sumRolloutHours(releaseId, { from: longAgo, until: clock.now() });
  const find = (sums: readonly ReleaseHours[], target: string) => sums.find((one) => one.target === target);
  return targets.flatMap((target) => {
    const { downloads = 0, offers = 0 } = find(old, target) ?? {};
    const { arrivals = 0 } = find(all, target) ?? {};
    const led = Math.min(downloads, offers);
    return led === 0 ? [] : [{ target, downloads: led, checkIns: arrivals }];
  });
};

/** With fewer downloads the test cannot trigger. */
export const isCheckInTestDue = ({ brakes }: Rollout, downloads: number): boolean =>
  brakes.silence !== 'off' && downloads >= fewestDownloads;

export const describeMissingCheckIns = ({ target, bad, good }: Omit<TestStatistic, 'ratio'>): string =>
  `silence: ${bad + good} downloads${target === undefined ? '' : ` for ${target}`} are older than ${graceHours} hours, but only ${good} checks came from the release`;
