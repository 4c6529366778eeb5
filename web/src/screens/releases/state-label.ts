import type { Release } from '@slipway/api';

/* A release's state as a short label. Pure. */

export interface StateLabel {
  tone: 'good' | 'warn' | 'accent' | 'plain' | 'bad';
  text: string;
}

const rolloutWords = ({ state, percent }: NonNullable<Release['rollout']>): StateLabel | undefined => {
  if (state === 'rolling') return { tone: 'accent', text: `${percent}% rollout` };
  if (state === 'paused') return { tone: 'warn', text: `Paused at ${percent}%` };
  return undefined;
};

export const releaseStateLabel = ({ state, rollout, artifacts }: Release): StateLabel => {
  if (state === 'draft') return { tone: 'plain', text: 'Draft' };
  if (state === 'withdrawn') return { tone: 'bad', text: 'Withdrawn' };
  if (artifacts.length > 0 && artifacts.every((one) => one.state === 'pruned'))
    return { tone: 'warn', text: 'Files deleted' };
  return (rollout && rolloutWords(rollout)) ?? { tone: 'good', text: 'Published' };
};
