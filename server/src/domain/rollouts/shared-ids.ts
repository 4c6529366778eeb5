import { countClientsByDay, sharedIdWarnings } from '../fleet/estimate-clients.ts';
import { dayOf } from '../model/instant.ts';
import type { ReleaseWithArtifacts, Warning } from '../model/release.ts';
import type { Clock } from '../ports/clock.ts';
import type { Fleet } from '../ports/fleet.ts';

const daySeconds = 24 * 3600;

/** Based on the checks of today and yesterday. */
export const sharedIdWarningsOf = async (
  reads: Fleet,
  { app, channel }: ReleaseWithArtifacts,
  clock: Clock,
): Promise<Warning[]> => {
  const filter = { from: dayOf(clock.in(-daySeconds)), to: dayOf(clock.now()), channel };
  const days = await countClientsByDay(reads, app, filter);
  if (days.size === 0) return [];
  const sums = await reads.sumFleet(app, filter, 'day');
  return sharedIdWarnings({ withId: sums.reduce((sum, { withId }) => sum + withId, 0) }, days);
};
