import type { ClientReports } from '../domain/rollouts/client-reports/client-reports.ts';
import type { Job } from './job.ts';

/** Counts client reports in batches, off the request path. */
export const countReports = (clientReports: Pick<ClientReports, 'flush'>): Job => ({
  name: 'count-reports',
  everySeconds: 5,
  run: clientReports.flush,
});
