import type { Housekeeping } from '../domain/housekeeping.ts';
import type { Job } from './job.ts';

/** Removes what nobody needs: stale uploads, orphaned objects, temporary files, marks of nodes long gone. */
export const collectLeftovers = (
  housekeeping: Housekeeping,
  onRemoved: (what: string, count: number) => void,
): Job => ({
  name: 'collect-leftovers',
  everySeconds: 3600,
  atStart: true,
  run: async () => {
    onRemoved('temporary files', await housekeeping.sweepLeftovers());
    onRemoved('stale uploads', await housekeeping.removeStaleUploads());
    onRemoved('orphaned objects', await housekeeping.removeOrphans());
    await housekeeping.forgetOldNodes();
  },
});
