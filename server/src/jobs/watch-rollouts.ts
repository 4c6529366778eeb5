import type { RolloutSupervisor } from '../domain/rollouts/supervisor.ts';
import type { Job } from './job.ts';

/** Takes the steps of rollouts that are due, heeds their brakes and doors, and tells how many there are. */
export const superviseRollouts = (
  watching: Pick<RolloutSupervisor, 'watch' | 'countStates'>,
  onCounted: (counts: Awaited<ReturnType<RolloutSupervisor['countStates']>>) => void,
): Job => ({
  name: 'watch-rollouts',
  everySeconds: 15,
  run: async () => {
    await watching.watch();
    onCounted(await watching.countStates());
  },
});
