import type { Effect, Effects, Warning } from '@slipway/api';
import { formatBytes, formatCount, formatQuantity, formatShare } from '../ui/format.ts';

/* Turns the effects of an action into sentences. Pure. */

export interface EffectLine {
  icon: 'arrow' | 'people' | 'box' | 'clock' | 'undo' | 'warn';
  text: string;
  tone?: 'warn' | 'bad';
}

interface EffectGroup {
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

const listed = (names: readonly string[]): string =>
  names.length < 2 ? (names[0] ?? '') : `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`;

/** Names a few targets; counts them if they are all of a channel's targets. */
export const formatTargets = (targets: readonly string[], all: number): string => {
  if (targets.length === all && all > 2) return `all ${all} of its targets`;
  return targets.length > 3 ? `${targets.length} targets (${targets.join(', ')})` : listed(targets);
};

const isSame = ({ now, then }: Pick<EffectGroup, 'now' | 'then'>): boolean =>
  now?.releaseId === then?.releaseId;

const sentenceOf = ({ channel, now, then }: EffectGroup, targets: string): string => {
  const where = `in ${channel} on ${targets}`;
  if (then === null && now === null) return `Clients ${where} are offered nothing, as before.`;
  if (isSame({ now, then })) return `Clients ${where} go on being offered ${now?.version}.`;
  if (then === null) return `Clients ${where} are offered nothing: they are told that they are up to date.`;
  if (now === null) return `Clients ${where} are offered ${then.version}; they were offered nothing before.`;
  return `Clients ${where} are offered ${then.version} instead of ${now.version}.`;
};

/** Lines for changed offers, or one line that says nothing changes. */
export const offerChangeLines = (effects: readonly Effect[]): EffectLine[] => {
  const groups = groupEffects(effects);
  if (groups.every(isSame)) return [{ icon: 'arrow', text: 'Nothing changes in what clients are offered.' }];
  const targetsIn = (channel: string): number => effects.filter((one) => one.channel === channel).length;
  const moved = groups.filter((group) => !isSame(group));
  const touched = new Set(moved.map(({ channel }) => channel));
  const still = groups.filter((group) => isSame(group) && group.now !== null && touched.has(group.channel));
  const left = new Set(groups.map(({ channel }) => channel).filter((channel) => !touched.has(channel)));
  return [
    ...[...moved, ...still].map(
      (group): EffectLine => ({
        icon: 'arrow',
        text: sentenceOf(group, formatTargets(group.targets, targetsIn(group.channel))),
      }),
    ),
    ...[...left].map((channel): EffectLine => ({ icon: 'arrow', text: `Nothing changes in ${channel}.` })),
  ];
};

const keepersOf = (version: string, share: number | null): EffectLine => {
  const keep = 'keep it; to move them, publish a newer version.';
  if (share === null) return { icon: 'people', text: `Whoever has ${version} will ${keep}` };
  if (share === 0) return { icon: 'people', text: `No check came from ${version} since yesterday.` };
  return { icon: 'people', text: `${formatShare(share)} of checks come from ${version}. They ${keep}` };
};

const cacheLine = (seconds: number): EffectLine => {
  if (seconds <= 0) return { icon: 'clock', text: 'Takes effect immediately.' };
  const minutes = Math.ceil(seconds / 60);
  return {
    icon: 'clock',
    text: `Caches may serve the old response for up to ${formatQuantity(minutes, 'minute')}.`,
    tone: 'warn',
  };
};

const warningLines = (warnings: readonly Warning[]): EffectLine[] =>
  warnings.map(({ detail }) => ({ icon: 'warn', text: detail, tone: 'warn' }));

export const withdrawLines = (
  version: string,
  { effects, warnings, reach, cachedForSeconds }: Effects,
): EffectLine[] => [
  ...offerChangeLines(effects),
  ...warningLines(warnings),
  keepersOf(version, reach.checkShare),
  cacheLine(cachedForSeconds),
  { icon: 'undo', text: 'You can restore it anytime. Existing download links keep working.' },
];

export const restoreLines = ({ effects, warnings, cachedForSeconds }: Effects): EffectLine[] => [
  ...offerChangeLines(effects),
  ...warningLines(warnings),
  cacheLine(cachedForSeconds),
];

export const publishLines = (
  { effects, cachedForSeconds }: Effects,
  { files, bytes, percent }: { files: number; bytes: number; percent?: number | undefined },
): EffectLine[] => [
  ...offerChangeLines(effects),
  ...(percent === undefined
    ? []
    : [
        {
          icon: 'people',
          text: `Starts with ${percent}% of clients. Others keep getting the previous release.`,
        } as const,
      ]),
  { icon: 'box', text: `${formatQuantity(files, 'file')}, ${formatBytes(bytes)}.` },
  cacheLine(cachedForSeconds),
  { icon: 'undo', text: 'You can withdraw it later, but its version and files can’t be changed.' },
];

export const pruneLines = (files: number, { effects, warnings, reach }: Effects): EffectLine[] => [
  {
    icon: 'warn',
    tone: 'bad',
    text: `Downloads of ${formatQuantity(files, 'file')} stop immediately (HTTP 410). This can’t be undone.`,
  },
  ...offerChangeLines(effects),
  ...warningLines(warnings),
  {
    icon: 'people',
    text: `${formatQuantity(reach.downloads24h, 'download')} in the last 24 hours, ${formatCount(reach.downloads)} total. Clients that have it keep it.`,
  },
];

/** Whether the effects the user confirmed are still the effects now. */
export const hasSameEffects = (read: Effects, now: Effects): boolean =>
  JSON.stringify([read.effects, read.warnings]) === JSON.stringify([now.effects, now.warnings]);
