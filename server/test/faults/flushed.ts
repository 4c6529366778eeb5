import { metricOf } from '../../../lab/metric.ts';
import { until } from '../../../lab/until.ts';
import type { Running } from '../harness.ts';

/** Resolves when what was counted before the call is written: the second flush to end began after it. */
export const flushed = async (service: Pick<Running, 'api'>): Promise<void> => {
  const runs = async () =>
    metricOf(
      (await service.api('/metrics')).text(),
      'slipway_job_runs_total',
      'job="flush-meters",outcome="done"',
    );
  const before = await runs();
  await until('flushed', async () => (await runs()) >= before + 2);
};
