import { type Day, dayOf } from '../../model/instant.ts';
import type { Clock } from '../../ports/clock.ts';
import type { Ids } from '../../ports/ids.ts';
import type { SettingChanges } from '../../ports/settings.ts';
import type { Transactions } from '../../ports/transactions.ts';

/*
 * IDs are hashed with a daily salt that all nodes share. It is deleted after two days; from then on nobody can know
 * whether an ID was seen, or match clients across days. Nodes load it a day ahead, so that midnight works even while
 * the database is down.
 */

/** Prefix of the settings that hold salts; the day follows. */
export const saltPrefix = 'fleet-seed-';

const daySeconds = 24 * 3600;

/** Salts of earlier days are due for deletion. */
export const oldestSaltDay = (clock: Clock): Day => dayOf(clock.in(-daySeconds));

export type SaltStore = Transactions<Pick<SettingChanges, 'claimSetting'>>;

export const createDailySalts = (needs: { store: SaltStore; clock: Clock; ids: Ids }) => {
  const { store, clock, ids } = needs;
  let salts = new Map<Day, number>();
  return {
    /** Undefined if it was not loaded. */
    of: (day: Day): number | undefined => salts.get(day),

    /** Loads today's and tomorrow's; the first node creates them. */
    load: async (): Promise<void> => {
      const days = [dayOf(clock.now()), dayOf(clock.in(daySeconds))];
      if (days.every((day) => salts.has(day))) return;
      const loaded = new Map<Day, number>();
      await store.transaction(async (tx) => {
        for (const day of days)
          loaded.set(day, Number(await tx.claimSetting(`${saltPrefix}${day}`, `${ids.seed()}`)));
      });
      salts = loaded;
    },
  };
};
