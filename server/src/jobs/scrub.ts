import type { Maintenance } from '../domain/maintenance/collect-garbage.ts';
import type { Job } from './job.ts';

const artifactsAtATime = 5;

/** Re-reads every stored artifact in an endless loop, a few per minute, and reports damage. */
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
