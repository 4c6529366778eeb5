import type { Effect, Effects } from '@slipway/api';

/* The effects of an action, by group. Pure. */

export interface EffectLine {
  icon: 'arrow' | 'people' | 'box' | 'clock' | 'undo' | 'warn';
  text: string;
  tone?: 'warn' | 'bad';
}

export interface EffectGroup {
  channel: string;
  now: Effect['now'];
  then: Effect['then'];
  targets: string[];
}

/** Groups effects that differ only in target, in their original order. */
export const groupEffects = (effects: readonly Effect[]): EffectGroup[] => {
  const groups = new Map<string, EffectGroup>();
  for (const { channel, target, now, then } of effects) {
    const key = JSON.stringify([channel, now?.releaseId, then?.releaseId]);
    const group = groups.get(key) ?? { channel, now, then, targets: [] };
    group.targets.push(target);
    groups.set(key, group);
  }
  return [...groups.values()];
};

/** Whether clients of the group are offered the same release as before. */
export const isSame = ({ now, then }: Pick<EffectGroup, 'now' | 'then'>): boolean =>
  now?.releaseId === then?.releaseId;

/** Whether the effects the user confirmed are still the effects now. */
export const hasSameEffects = (read: Effects, now: Effects): boolean =>
  JSON.stringify([read.effects, read.warnings]) === JSON.stringify([now.effects, now.warnings]);
