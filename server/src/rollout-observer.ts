import type { Logger } from 'pino';
import type { RolloutHalt, RolloutListener } from './domain/rollouts/brakes.ts';
import type { Metrics } from './http/metrics/metrics.ts';

/** Reports a halt as a metric and one log line with the reason. */
export const createRolloutObserver = (metrics: Metrics, logger: Logger): RolloutListener => ({
  onHalt: ({ source, ...halt }: RolloutHalt): void => {
    metrics.halt(source);
    const what = halt.target === undefined ? '' : ` for ${halt.target} alone`;
    logger.error({ source, ...halt }, `a brake halted a rollout${what}; resume it to continue`);
  },
  onWarning: (about, { code, detail }) =>
    logger.warn(
      { ...about, detail },
      code === 'clock-ahead'
        ? 'the last step of a rollout is dated in the future'
        : 'a brake warns of a rollout',
    ),
});
