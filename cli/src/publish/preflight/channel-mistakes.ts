import { feedChannelOf } from '@slipway/build-files/electron.ts';
import { allowableMistake, type Mistake } from '@slipway/build-files/mistake.ts';
import type { Plan } from '../plan/plan.ts';

/** Without an explicit channel, one command would publish a pre-release to everyone. */
export const channelMistakes = ({ channel, isChannelExplicit = true, items }: Plan): Mistake[] => {
  const electron = items.filter(({ bundle }) => bundle.origin === 'electron');
  const feeds = [...new Set(electron.map(({ bundle }) => bundle.declared?.declaredIn ?? ''))];
  const other = feeds.find((path) => !['latest', channel].includes(feedChannelOf(path)));
  if (other === undefined || isChannelExplicit) return [];
  const detail = `${other} is a feed for channel ${feedChannelOf(other)}, but this publishes to ${channel}. Pass --channel ${feedChannelOf(other)}, or --channel ${channel} to confirm.`;
  return [allowableMistake('channel-differs', detail)];
};
