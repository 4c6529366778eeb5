import type { RolloutSupervisor } from '../domain/rollouts/supervisor.ts';
import type { Job } from './job.ts';

/** Advances rollouts that are due, applies brakes and exposure caps, and updates the rollout gauges. */
export const superviseRollouts = (
  supervisor: Pick<RolloutSupervisor, 'evaluateAll' | 'countStates'>,
  onCounted: (counts: Awaited<ReturnType<RolloutSupervisor['countStates']>>) => void,
): Job => ({
  name: 'watch-rollouts',
  everySeconds: 15,
  run: async () => {
    await supervisor.evaluateAll();
    onCounted(await supervisor.countStates());
  },
});
