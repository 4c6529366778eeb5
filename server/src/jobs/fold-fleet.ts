import type { Maintenance } from '../domain/maintenance/collect-garbage.ts';
import type { Job } from './job.ts';

/** Merges what nodes saw of clients apart, and forgets by what their ids were hashed. */
export const mergeFleetSketches = (housekeeping: Pick<Maintenance, 'foldFleet'>): Job => ({
  name: 'fold-fleet',
  everySeconds: 3600,
  atStart: true,
  run: housekeeping.foldFleet,
});
