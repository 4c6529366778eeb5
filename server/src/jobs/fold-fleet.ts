import type { Housekeeping } from '../domain/maintenance/collect-garbage.ts';
import type { Job } from './job.ts';

/** Merges what nodes saw of clients apart, and forgets by what their ids were hashed. */
export const foldFleet = (housekeeping: Pick<Housekeeping, 'foldFleet'>): Job => ({
  name: 'fold-fleet',
  everySeconds: 3600,
  atStart: true,
  run: housekeeping.foldFleet,
});
