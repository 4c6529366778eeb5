import type { Maintenance } from '../domain/maintenance/collect-garbage.ts';
import type { Job } from './job.ts';

const artifactsAtATime = 5;

/** Reads every kept artifact through, a few a minute, round and round, and reports damage. */
export const scrubArtifacts = (housekeeping: Maintenance, onDamaged: (artifactId: string) => void): Job => {
  let after = '';
  return {
    name: 'scrub',
    everySeconds: 60,
    run: async () => {
      const { damaged, next } = await housekeeping.scrub(after, artifactsAtATime);
      after = next ?? '';
      damaged.forEach(onDamaged);
    },
  };
};
