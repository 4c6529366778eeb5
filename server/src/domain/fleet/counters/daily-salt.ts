import { type Day, dayOf } from '../../model/instant.ts';
import type { Clock } from '../../ports/clock.ts';
import type { Ids } from '../../ports/ids.ts';
import type { Transactions } from '../../ports/store.ts';

/*
 * Ids are hashed with a seed that all nodes share for a day, and that is forgotten two days later: from then on nobody can
 * say whether an id was there, nor tell that two days saw the same. It is learned a day ahead, so that midnight finds it
 * known even while the database is away.
 */

/** The settings that hold seeds begin with this; the day follows. */
export const saltPrefix = 'fleet-seed-';

const daySeconds = 24 * 3600;

/** What the names of seeds that are due to be forgotten come before. */
export const oldestSaltDay = (clock: Clock): Day => dayOf(clock.in(-daySeconds));

export const createDailySalts = (needs: { store: Transactions; clock: Clock; ids: Ids }) => {
  const { store, clock, ids } = needs;
  let known = new Map<Day, number>();
  return {
    /** The seed of a day; undefined where it was not learned. */
    of: (day: Day): number | undefined => known.get(day),

    /** Learns those of today and tomorrow: whoever comes first makes them. */
    learn: async (): Promise<void> => {
      const days = [dayOf(clock.now()), dayOf(clock.in(daySeconds))];
      if (days.every((day) => known.has(day))) return;
      const learned = new Map<Day, number>();
      await store.transaction(async (tx) => {
        for (const day of days)
          learned.set(day, Number(await tx.claimSetting(`${saltPrefix}${day}`, `${ids.seed()}`)));
      });
      known = learned;
    },
  };
};
