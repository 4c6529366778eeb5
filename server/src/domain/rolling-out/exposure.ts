import { isMain } from '../nouns/artifact.ts';
import { type Day, dayOf, daysFrom } from '../nouns/instant.ts';
import type { ReleaseWithArtifacts } from '../nouns/release.ts';
import type { Clock } from '../ports/clock.ts';
import type { Releases } from '../ports/releases.ts';
import type { Usage } from '../ports/usage.ts';

/* How many have a release, and how many there are: both from the downloads that were completed, no ids needed. */

type Sums = Awaited<ReturnType<Usage['sumDownloads']>>;

/** Releases that tell how large the fleet is, each by its first days: by then whoever updates has. */
const measuredReleases = 3;
const measuredDays = 30;

/** What goes with another file is no client of its own. */
const countMain = ({ id, artifacts }: ReleaseWithArtifacts, sums: Sums): number => {
  const mains = new Set(artifacts.filter(isMain).map(({ target }) => target));
  const own = sums.filter(({ releaseId, target }) => releaseId === id && mains.has(target));
  return own.reduce((sum, { downloads }) => sum + downloads, 0);
};

/** Completed downloads of a release up to now. */
export const countDownloads = async (
  reads: Usage,
  release: ReleaseWithArtifacts,
  clock: Clock,
): Promise<number> => {
  const from = dayOf(release.publishedAt ?? release.createdAt);
  return countMain(
    release,
    await reads.sumDownloads(release.app, [release.id], { from, to: dayOf(clock.now()) }),
  );
};

const daySeconds = 24 * 3600;

const dayAfter = (day: Day, days: number, clock: Clock): Day => {
  const passed = daysFrom(day, dayOf(clock.now())) - 1;
  return dayOf(clock.in((days - passed) * daySeconds));
};

/** The size of the fleet: as the publisher gives it, or the most that one of the channel's last releases reached; undefined where nobody knows. */
export const measureFleet = async (
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
    most = Math.max(most, countMain(earlier, await reads.sumDownloads(app, [earlier.id], days)));
  }
  return most === 0 ? undefined : most;
};
