import { isMain } from '../model/artifact.ts';
import { countDaysInclusive, type Day, dayOf } from '../model/instant.ts';
import type { ReleaseWithArtifacts } from '../model/release.ts';
import type { Clock } from '../ports/clock.ts';
import type { Fleet } from '../ports/fleet.ts';
import type { Releases } from '../ports/releases.ts';
import type { Usage } from '../ports/usage.ts';

/*
 * Estimates the clients of a release and the fleet from deliveries, without IDs. Anyone may download, so only complete
 * files count, five per network, and never more than the release was offered.
 */

type Sums = Awaited<ReturnType<Usage['sumDeliveries']>>;

/** The last releases give the fleet's size by their first days, since most clients have updated by then. */
const measuredReleases = 3;
const measuredDays = 30;

/** Companions do not count as clients. */
const countMain = ({ id, artifacts }: ReleaseWithArtifacts, sums: Sums): number => {
  const mains = new Set(artifacts.filter(isMain).map(({ target }) => target));
  const own = sums.filter(({ releaseId, target }) => releaseId === id && mains.has(target));
  return own.reduce((sum, { downloads }) => sum + downloads, 0);
};

const longAgo = '0001-01-01T00:00:00.000Z';

/** Deliveries during the rollout, capped by its offers. */
export const countRolloutDownloads = async (
  reads: Usage & Pick<Fleet, 'sumRolloutHours'>,
  release: ReleaseWithArtifacts,
  clock: Clock,
): Promise<number> => {
  const { app, id } = release;
  const from = dayOf(release.publishedAt ?? release.createdAt);
  const sums = await reads.sumDeliveries(app, [id], { from, to: dayOf(clock.now()) });
  const all = countMain(release, sums);
  const hours = await reads.sumRolloutHours(id, { from: longAgo, until: clock.in(3600) });
  const whileRolling = Math.min(
    all,
    hours.reduce((sum, { downloads }) => sum + downloads, 0),
  );
  const offered = hours.reduce((sum, { offers, readers }) => sum + offers + readers, 0);
  return all - whileRolling + Math.min(whileRolling, offered);
};

const daySeconds = 24 * 3600;

const dayAfter = (day: Day, days: number, clock: Clock): Day => {
  const passed = countDaysInclusive(day, dayOf(clock.now())) - 1;
  return dayOf(clock.in((days - passed) * daySeconds));
};

/** The publisher's number, or the maximum of the channel's last releases; undefined if unknown. */
export const estimateFleetFromDownloads = async (
  reads: Usage & Releases,
  { app, channel, sequence, rollout }: ReleaseWithArtifacts,
  clock: Clock,
): Promise<number | undefined> => {
  if (rollout?.fleetSize !== undefined) return rollout.fleetSize;
  const filter = { channel, limit: measuredReleases, withdrawn: true, before: sequence };
  let most = 0;
  for (const earlier of await reads.listPublished(app, filter)) {
    const from = dayOf(earlier.publishedAt ?? earlier.createdAt);
    const days = { from, to: dayAfter(from, measuredDays - 1, clock) };
    most = Math.max(most, countMain(earlier, await reads.sumDeliveries(app, [earlier.id], days)));
  }
  return most === 0 ? undefined : most;
};
