import type { Effect, Effects, Release } from '@slipway/api';
import { formatBytes, formatCount, formatQuantity, formatShare } from '../ui/format.ts';
import type { ActionSubject, Confirmation } from './confirmation.ts';
import { type EffectGroup, type EffectLine, groupEffects, isSame } from './effect-lines.ts';
import { summarizeUploads } from './upload-summary.ts';

/* The sentences of the dialogs that act on a release. Pure. */

/** Blocks confirmation until the effects are loaded. */
export const effectsUnknown = 'Loading the effects…';
export const effectsChanged =
  'Something changed while this dialog was open. Review the effects, then confirm again.';
export const tickWarnings = 'Confirm each warning, or fix it.';
export const reasonMissing = 'Enter a reason.';
export const versionMissing = 'Enter a version.';
export const channelsLoading = 'Loading channels…';
export const noOtherChannel = 'No other active channel.';

export const typeToConfirm = (text: string | undefined): string => `Type ${text} to confirm`;
export const confirmMismatch = (text: string): string => `Doesn’t match ${text}.`;

const listed = (names: readonly string[]): string =>
  names.length < 2 ? (names[0] ?? '') : `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`;

/** Names the platforms, unless they are all of the channel's. */
export const channelText = (
  { channel, targets }: Pick<EffectGroup, 'channel' | 'targets'>,
  all: number,
): string => {
  if (targets.length === all) return `on ${channel}`;
  const count = targets.length > 3 ? `${targets.length} platforms: ` : '';
  return `on ${channel} (${count}${listed(targets)})`;
};

const sentenceOf = (group: EffectGroup, all: number): string => {
  const { now, then } = group;
  const clients = `Clients ${channelText(group, all)} are`;
  if (then === null && now === null) return `${clients} still offered no update.`;
  if (isSame({ now, then })) return `${clients} still offered ${now?.version}.`;
  if (then === null) return `${clients} offered no update.`;
  if (now === null) return `${clients} offered ${then.version} (currently no update).`;
  return `${clients} offered ${then.version} instead of ${now.version}.`;
};

/** Lines for changed offers, or one line that says nothing changes. */
export const offerChangeLines = (effects: readonly Effect[]): EffectLine[] => {
  const groups = groupEffects(effects);
  if (groups.every(isSame)) return [{ icon: 'arrow', text: 'No change to what clients are offered.' }];
  const targetsIn = (channel: string): number => effects.filter((one) => one.channel === channel).length;
  const moved = groups.filter((group) => !isSame(group));
  const touched = new Set(moved.map(({ channel }) => channel));
  const still = groups.filter((group) => isSame(group) && group.now !== null && touched.has(group.channel));
  const left = new Set(groups.map(({ channel }) => channel).filter((channel) => !touched.has(channel)));
  return [
    ...[...moved, ...still].map(
      (group): EffectLine => ({
        icon: 'arrow',
        text: sentenceOf(group, targetsIn(group.channel)),
      }),
    ),
    ...[...left].map((channel): EffectLine => ({ icon: 'arrow', text: `No change on ${channel}.` })),
  ];
};

const keepersOf = (version: string, share: number | null): EffectLine => {
  if (share === 0) return { icon: 'people', text: `No checks from ${version} since yesterday.` };
  const part = share === null ? '' : ` (${formatShare(share)} of checks)`;
  return {
    icon: 'people',
    text: `Clients that have ${version}${part} keep it. To move them, publish a newer version.`,
  };
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

export const withdrawLines = (
  version: string,
  { effects, reach, cachedForSeconds }: Effects,
): EffectLine[] => [
  ...offerChangeLines(effects),
  keepersOf(version, reach.checkShare),
  cacheLine(cachedForSeconds),
  { icon: 'undo', text: 'You can restore it anytime. Existing download links keep working.' },
];

export const restoreLines = ({ effects, cachedForSeconds }: Effects): EffectLine[] => [
  ...offerChangeLines(effects),
  cacheLine(cachedForSeconds),
];

export const publishLines = (
  { effects, cachedForSeconds }: Effects,
  percent: number | undefined,
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
  cacheLine(cachedForSeconds),
  { icon: 'undo', text: 'You can withdraw it later, but its version and files can’t be changed.' },
];

export const pruneLines = (files: number, { effects, reach }: Effects): EffectLine[] => [
  {
    icon: 'warn',
    tone: 'bad',
    text: `Downloads of ${formatQuantity(files, 'file')} stop immediately (HTTP 410). This can’t be undone.`,
  },
  ...offerChangeLines(effects),
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
    { icon: 'people', text: 'Clients were never offered this draft.' },
    {
      icon: 'box',
      text:
        done === 0
          ? 'No files were uploaded.'
          : `Deletes ${formatQuantity(done, 'uploaded file')} (${formatBytes(doneBytes)}).`,
    },
    { icon: 'undo', text: `You can use version ${release.version} again.` },
  ];
};

export const deleteDraftConfirmation = (release: Release): Confirmation => ({
  title: `Delete draft ${release.version}?`,
  lines: deleteDraftLines(release),
  button: 'Delete draft',
  done: `Deleted draft ${release.version}.`,
});

/** The texts of a confirmation whose lines come from the server's preview. */
type PreviewedConfirmation = Omit<Confirmation, 'lines'>;

export const publishConfirmation = ({ version, channel, artifacts }: Release): PreviewedConfirmation => ({
  title: `Publish ${version} to ${channel}?`,
  note: `${formatQuantity(artifacts.length, 'file')}, ${formatBytes(artifacts.reduce((sum, { size }) => sum + size, 0))}`,
  button: 'Publish',
  done: `Published ${version} to ${channel}.`,
});

export const restoreConfirmation = ({ version, channel }: ActionSubject): PreviewedConfirmation => ({
  title: `Restore ${version} on ${channel}?`,
  button: 'Restore',
  done: `Restored ${version} on ${channel}.`,
});

export const pruneConfirmation = (version: string, count: number): PreviewedConfirmation => ({
  title: `Permanently delete the files of ${version}?`,
  note: 'Called prune in the CLI and API.',
  button: `Delete ${formatQuantity(count, 'file')}`,
  done: `Permanently deleted ${formatQuantity(count, 'file')} of ${version}.`,
});

export const withdrawConfirmation = ({ version, channel }: ActionSubject): PreviewedConfirmation => ({
  title: `Withdraw ${version} from ${channel}?`,
  button: 'Withdraw release',
});

/** The toasts after a withdrawal and its undo. */
export const withdrawToasts = {
  done: ({ version, channel }: ActionSubject): string => `Withdrew ${version} from ${channel}.`,
  undo: 'Undo',
  undone: (version: string): string => `Restored ${version}.`,
  undoFailed: (version: string, message: string): string => `Couldn’t restore ${version}. ${message}`,
};
