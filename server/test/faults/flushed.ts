import { metricValue, readFreshMetrics } from '../../../lab/metric.ts';
import { waitUntil } from '../../../lab/until.ts';
import type { Running } from '../harness.ts';

/** Resolves when what was counted before the call is written: the second flush to end began after it. */
export const flushed = async (service: Pick<Running, 'api'>): Promise<void> => {
  const read = async () => (await service.api('/metrics')).text();
  const runsIn = (text: string) =>
    metricValue(text, 'slipway_job_runs_total', 'job="flush-meters",outcome="done"');
  const before = runsIn(await readFreshMetrics(read));
  await waitUntil('flushed', async () => runsIn(await read()) >= before + 2);
};
