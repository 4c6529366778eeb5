import { metricValue, readFreshMetrics } from '../../../lab/metric.ts';
import { waitUntil } from '../../../lab/wait-until.ts';
import type { Running } from '../harness.ts';

/** Resolves when all earlier counts are written: the second flush to end started after the call. */
export const flushed = async (service: Pick<Running, 'api'>): Promise<void> => {
  const read = async () => (await service.api('/metrics')).text();
  const runsIn = (text: string) =>
    metricValue(text, 'slipway_job_runs_total', 'job="flush-meters",outcome="done"');
  const before = runsIn(await readFreshMetrics(read));
  await waitUntil('flushed', async () => runsIn(await read()) >= before + 2);
};
