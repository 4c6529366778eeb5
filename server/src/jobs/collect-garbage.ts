import type { Maintenance } from '../domain/maintenance/collect-garbage.ts';
import type { Job } from './job.ts';

/**
 * Deletes stale uploads, orphaned objects, temporary files, marks of dead nodes, expired sessions, and old checks and
 * reporters.
 */
export const collectGarbage = (
  housekeeping: Maintenance,
  onRemoved: (what: string, count: number) => void,
): Job => ({
  name: 'collect-leftovers',
  everySeconds: 3600,
  atStart: true,
  run: async () => {
    const failures: unknown[] = [];
    const attempt = async (what: string, remove: () => Promise<number>): Promise<void> => {
      try {
        onRemoved(what, await remove());
      } catch (error) {
        // One failing step, such as a storage that cannot list unfinished uploads, must not stop the others.
        failures.push(error);
      }
    };
    await attempt('temporary files', housekeeping.sweepLeftovers);
    await attempt('stale uploads', housekeeping.removeStaleUploads);
    await attempt('orphaned objects', housekeeping.removeOrphans);
    await attempt('reporters of finished rollouts', housekeeping.deleteOldReports);
    await attempt('sessions', housekeeping.deleteOldSessions);
    await attempt('used tokens', housekeeping.deleteOldTokens);
    await housekeeping.deleteOldNodes();
    await housekeeping.deleteOldFleet();
    if (failures.length > 0) throw failures[0];
  },
});
