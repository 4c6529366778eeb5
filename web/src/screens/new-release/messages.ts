import { ProblemError } from '@slipway/api';
import { baseName } from '@slipway/build-files/path.ts';
import { type MergedWarning, warningKey } from '../../actions/warning-groups.ts';
import { describeProblem, remedyFor } from '../../data/problem-messages.ts';
import { formatBytes, formatQuantity } from '../../ui/format.ts';
import {
  type Audience,
  missingFiles,
  type ReleaseJob,
  type UploadRow,
  unsentRows,
} from '../../upload/job.ts';
import { UnreadableFileError } from '../../upload/put.ts';
import { OtherTabError } from '../../upload/tab-lock.ts';
import { BlockedUpload, RefusedUpload } from '../../upload/transfer.ts';

/* The sentences of the screen for a new release. */

export const reviewFirst = 'Fix the errors in the review.';
export const channelHelp = 'Clients on this channel will be offered this release.';

export const draftSaved = (version: string): string => `Saved draft ${version}.`;

export const publishedText = ({ version, channel }: Pick<ReleaseJob, 'version' | 'channel'>): string =>
  `Published ${version} to ${channel}.`;

export const reviewPending = 'Starts when every file has a platform and is checked.';

/** `1.5.0 → 1.6.0 on 4 platforms` */
export const changeText = (from: string, to: string, platforms: number): string =>
  `${from} → ${to} on ${formatQuantity(platforms, 'platform')}`;

export const pausesRolloutText = (version: string, percent: number): string =>
  `Publishing pauses the rollout of ${version} (at ${percent}%).`;

/** Initial audiences of a release. */
export const audienceLabels: Readonly<Record<Audience, string>> = {
  everyone: 'Everyone',
  '1': '1% of clients',
  '10': '10% of clients',
  '50': '50% of clients',
  steps: 'Staged: 1% → 10% → 50% → 100%, one step per day',
};

export const versionHelp = ({ versionFrom, draft }: ReleaseJob): string => {
  if (versionFrom !== undefined) return `Detected from ${baseName(versionFrom)}.`;
  return draft === undefined ? 'Detected from the files when possible.' : 'Set by the draft.';
};

export const reachHelp = (reach: Audience): string =>
  reach === 'everyone'
    ? 'All clients on this channel.'
    : 'Other clients keep getting the previous release. Increase the share on the release page.';

/** Names the action and its audience. */
export const publishButtonText = ({
  channel,
  audience,
}: Pick<ReleaseJob, 'channel' | 'audience'>): string => {
  const audienceText =
    audience === 'everyone' ? channel : `${audience === 'steps' ? '1' : audience}% of ${channel}`;
  return `Publish to ${audienceText}`;
};

export const phaseLabels: Record<UploadRow['phase'], string> = {
  hashing: 'Checking',
  ready: 'Ready',
  differs: 'Different file',
  waiting: 'Waiting',
  uploading: 'Uploading',
  uploaded: 'Uploaded',
  failed: 'Failed',
};

/** Progress in words: `51% · 8.1 MB/s`. */
export const progressText = ({ phase, bytes, bytesPerSecond, file }: UploadRow): string => {
  const share = Math.floor((bytes / Math.max(1, file.size)) * 100);
  if (phase === 'hashing') return `Checking ${share}%`;
  if (phase !== 'uploading') return phaseLabels[phase];
  return bytesPerSecond === undefined ? `${share}%` : `${share}% · ${formatBytes(bytesPerSecond)}/s`;
};

const timeText = (seconds: number): string =>
  seconds < 90 ? `${Math.max(1, Math.round(seconds))} s` : `${Math.round(seconds / 60)} min`;

/** Total progress: `49% of 239 MB, about 8 s left`. */
export const totalProgressText = ({ rows }: Pick<ReleaseJob, 'rows'>): string => {
  const size = rows.reduce((sum, { file }) => sum + file.size, 0);
  const sent = rows.reduce((sum, row) => {
    if (row.phase === 'uploaded') return sum + row.file.size;
    return sum + (row.phase === 'uploading' ? row.bytes : 0);
  }, 0);
  const speed = rows.reduce((sum, { bytesPerSecond = 0 }) => sum + bytesPerSecond, 0);
  const left = speed > 0 ? `, about ${timeText((size - sent) / speed)} left` : '';
  return `${Math.floor((sent / Math.max(1, size)) * 100)}% of ${formatBytes(size)}${left}`;
};

/** Files of the job, and those that are only in the draft: `3 files · 2.4 MB`. */
export const filesText = ({ rows, draft }: Pick<ReleaseJob, 'rows' | 'draft'>): string => {
  const others = (draft?.artifacts ?? []).filter(
    ({ target }) => !rows.some(({ item }) => item.target === target),
  );
  const sizes = [...rows.map(({ file }) => file), ...others].map(({ size }) => size);
  return `${formatQuantity(sizes.length, 'file')} · ${formatBytes(sizes.reduce((sum, size) => sum + size, 0))}`;
};

/** `1.3.0 → stable · 3 files · 2.4 MB` */
export const releaseSummary = (job: ReleaseJob): string =>
  `${job.version === '' ? '' : `${job.version} → `}${job.channel} · ${filesText(job)}`;

/** Why the upload cannot start; undefined if it can. */
export const uploadBlocker = (job: ReleaseJob): string | undefined => {
  const { rows, version } = job;
  if (rows.length === 0) return 'Add files.';
  if (version === '') return 'Enter a version.';
  if (rows.some(({ item }) => item.target === '')) return 'Choose a platform for each file.';
  const targets = rows.map(({ item }) => item.target);
  const twice = targets.find((target, at) => targets.indexOf(target) !== at);
  if (twice !== undefined) return `Two files for ${twice}. Remove one.`;
  const hashing = rows.filter(({ phase }) => phase === 'hashing').length;
  if (hashing > 0) return `Checking ${formatQuantity(hashing, 'file')}…`;
  const other = rows.find(({ phase }) => phase === 'differs');
  if (other !== undefined)
    return `${baseName(other.item.path)} isn’t the file the draft expects. Replace or remove it.`;
  return undefined;
};

/** Why it cannot be published; undefined if it can. */
export const publishBlocker = (
  job: ReleaseJob,
  warnings: readonly MergedWarning[] | undefined,
  ticked: ReadonlySet<string>,
): string | undefined => {
  if (job.draft === undefined) return 'Upload the files first.';
  const unsent = unsentRows(job).length + missingFiles(job).length;
  if (unsent > 0) return `${formatQuantity(unsent, 'file')} not uploaded yet.`;
  if (job.rows.some(({ phase }) => phase === 'differs')) return 'A file doesn’t match the draft.';
  if (warnings === undefined) return 'Reviewing…';
  const open = warnings.filter((one) => !ticked.has(warningKey(one))).length;
  return open > 0
    ? `Confirm ${open === 1 ? 'the warning, or fix it' : `${open} warnings, or fix them`}.`
    : undefined;
};

const pressRetry = 'Retry to continue; finished parts are kept.';

export const describeUploadError = (
  error: unknown,
  name: string,
): { message: string; remedy: string | undefined } => {
  if (error instanceof BlockedUpload)
    return {
      message: error.message,
      remedy: 'The storage is unreachable or blocks this page. S3 buckets need this CORS rule:',
    };
  if (error instanceof UnreadableFileError)
    return {
      message: `Can’t read ${name}.`,
      remedy: 'It was moved or changed. Add it again.',
    };
  if (error instanceof OtherTabError)
    return {
      message: 'Another tab is uploading this draft.',
      remedy: 'Continue there, or close that tab and retry.',
    };
  if (error instanceof RefusedUpload)
    return { message: error.message, remedy: remedyFor(error.code) ?? pressRetry };
  if (error instanceof ProblemError) return describeProblem(error);
  return { message: 'Connection lost.', remedy: pressRetry };
};
