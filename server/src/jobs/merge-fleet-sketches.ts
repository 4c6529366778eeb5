import type { Maintenance } from '../domain/maintenance/collect-garbage.ts';
import type { Job } from './job.ts';

/** Merges the client sketches of all nodes and deletes the salts that hashed the client IDs. */
export const mergeFleetSketches = (housekeeping: Pick<Maintenance, 'mergeFleetSketches'>): Job => ({
  name: 'fold-fleet',
  everySeconds: 3600,
  atStart: true,
  run: housekeeping.mergeFleetSketches,
});
