import type { ClientReports } from '../domain/rollouts/client-reports/client-reports.ts';
import type { Job } from './job.ts';

/** Counts what installed copies reported: many together, while nobody waits. */
export const countReports = (gathering: Pick<ClientReports, 'flush'>): Job => ({
  name: 'count-reports',
  everySeconds: 5,
  run: gathering.flush,
});
