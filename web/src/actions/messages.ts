import type { Effect, Effects, Release, Warning } from '@slipway/api';
import { formatBytes, formatCount, formatQuantity, formatShare } from '../ui/format.ts';
import type { ActionSubject, Confirmation } from './confirmation.ts';
import { type EffectGroup, type EffectLine, groupEffects, isSame } from './effect-lines.ts';
import { summarizeUploads } from './upload-summary.ts';

/* The sentences of the dialogs that act on a release. Pure. */

/** Blocks confirmation until the effects are loaded. */
export const effectsUnknown = 'Its effects are not known yet.';
export const effectsChanged = 'The effects changed. Review them, then press again.';
export const tickWarnings = 'Tick each warning first, or mend what it says.';
export const reasonMissing = 'Say why first: one sentence is enough.';
export const versionMissing = 'Enter a version.';
export const channelsLoading = 'Loading channels…';
export const noOtherChannel = 'No other active channel.';

export const typeToConfirm = (text: string | undefined): string => `Type ${text} to confirm`;
export const confirmMismatch = (text: string): string => `Doesn’t match ${text}.`;

const listed = (names: readonly string[]): string =>
  names.length < 2 ? (names[0] ?? '') : `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`;

/** Names a few targets; counts them if they are all of a channel's targets. */
export const formatTargets = (targets: readonly string[], all: number): string => {
  if (targets.length === all && all > 2) return `all ${all} of its targets`;
  return targets.length > 3 ? `${targets.length} targets (${targets.join(', ')})` : listed(targets);
};

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

export const promoteLines = ({ version, artifacts }: Release, to: string, as: string): EffectLine[] => {
  const files = artifacts.filter(({ state }) => state === 'active').length;
  const named = as === version ? '' : ` as ${as}`;
  return [
    {
      icon: 'box',
      text: `Creates a draft on ${to}${named} with the same ${formatQuantity(files, 'file')}, notes, and rules. Nothing is uploaded again.`,
    },
    {
      icon: 'people',
      text: 'Clients are offered it only after you publish the draft.',
    },
    { icon: 'undo', text: 'The original release doesn’t change.' },
  ];
};

export const promoteConfirmation = (release: Release, to: string, as: string): Confirmation => ({
  title: `Promote ${release.version} to ${to}`,
  lines: promoteLines(release, to, as),
  button: 'Create draft',
  done: `Created draft ${as} on ${to}.`,
});

const deleteDraftLines = (release: Release): EffectLine[] => {
  const { done, doneBytes } = summarizeUploads(release);
  return [
    { icon: 'people', text: 'No client was ever offered it: nothing changes for them.' },
    {
      icon: 'box',
      text:
        done === 0
          ? 'Nothing has been uploaded yet.'
          : `${formatQuantity(done, 'uploaded file')}, ${formatBytes(doneBytes)}, go with it.`,
    },
    { icon: 'undo', text: `The version ${release.version} can be used again.` },
  ];
};

export const deleteDraftConfirmation = (release: Release): Confirmation => ({
  title: `Delete the draft ${release.version} of ${release.channel}?`,
  lines: deleteDraftLines(release),
  button: `Delete draft ${release.version}`,
  done: `The draft ${release.version} is deleted.`,
});

/** The texts of a confirmation whose lines come from the server's preview. */
type PreviewedConfirmation = Omit<Confirmation, 'lines'>;

export const publishConfirmation = ({ version, channel }: ActionSubject): PreviewedConfirmation => ({
  title: `Publish ${version} to ${channel}?`,
  button: `Publish ${version} to ${channel}`,
  done: `${version} is published to ${channel}.`,
});

export const restoreConfirmation = ({ version, channel }: ActionSubject): PreviewedConfirmation => ({
  title: `Restore ${version} on ${channel}?`,
  button: `Restore ${version}`,
  done: `${version} is published on ${channel} again.`,
});

export const pruneConfirmation = (version: string, count: number): PreviewedConfirmation => ({
  title: `Permanently delete the files of ${version}?`,
  button: `Delete ${formatQuantity(count, 'file')}`,
  done: `Permanently deleted ${formatQuantity(count, 'file')} of ${version}.`,
});

export const withdrawConfirmation = ({ version, channel }: ActionSubject): PreviewedConfirmation => ({
  title: `Withdraw ${version} from ${channel}?`,
  button: `Withdraw ${version}`,
});

/** The toasts after a withdrawal and its undo. */
export const withdrawToasts = {
  done: ({ version, channel }: ActionSubject): string => `${version} is withdrawn from ${channel}.`,
  undo: (version: string): string => `Restore ${version}`,
  undone: (version: string): string => `${version} is offered again.`,
  undoFailed: (version: string, message: string): string => `${version} stays withdrawn. ${message}`,
};
