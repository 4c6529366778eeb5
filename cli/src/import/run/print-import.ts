import type { App } from '@slipway/api';
import type { Context } from '../../context.ts';
import { formatBytes, formatInstant, formatQuantity, formatTable } from '../../terminal/format.ts';
import type { ImportRelease } from '../merge/merge-feeds.ts';
import type { ExcludedFile, FeedKind } from '../readers/feed.ts';
import type { ImportStatus, ReleaseStatus } from './import-status.ts';
import { type PausedRollout, pausedRolloutText } from './paused-rollouts.ts';
import { updaterAddresses } from './updater-addresses.ts';

const standingText = (standing: ImportStatus): string => {
  switch (standing.is) {
    case 'new':
      return 'to import';
    case 'draft':
      return 'to import (draft exists)';
    case 'unsure':
      return 'published (files will be compared)';
    case 'there':
      return standing.without.length === 0
        ? 'already published'
        : `already published, without ${standing.without.join(', ')}`;
    case 'withdrawn':
      return 'skipped: withdrawn here';
    case 'taken':
      return `published with other files: ${standing.targets.join(', ')}`;
    case 'older':
      return `skipped: ${standing.than} is published and newer`;
  }
};

const sizeText = ({ files }: ImportRelease): string => {
  const sizes = files.map(({ sizeBytes }) => sizeBytes ?? Number.NaN);
  const sum = sizes.reduce((total, size) => total + size, 0);
  return Number.isNaN(sum) ? '' : formatBytes(sum);
};

const releaseObject = ({ release, status }: ReleaseStatus) => ({
  version: release.version,
  channel: release.channel,
  pubDate: release.pubDate ?? null,
  standing: status.is,
  artifacts: release.files.map(({ targets, fileName, sizeBytes, companions, isFoundByName }) => ({
    target: targets[0],
    file: fileName,
    size: sizeBytes ?? null,
    declared: isFoundByName !== true,
    companions: companions.map(({ fileName: name }) => name),
  })),
});

export const printExcluded = (leftOut: ExcludedFile[], { output }: Context): void => {
  for (const { version, file, reason } of leftOut)
    output.note(`  skipped: ${file} of ${version} (${reason})`);
};

interface ImportPlanView {
  statuses: ReleaseStatus[];
  excluded: ExcludedFile[];
  pausedRollouts: PausedRollout[];
  from: string;
  app: string;
}

/** Lists every release, oldest first, the excluded files, and the rollouts that the import pauses. */
export const printImportPlan = (
  { statuses, excluded, pausedRollouts, from, app }: ImportPlanView,
  context: Context,
): void => {
  const { output } = context;
  const pauses = pausedRollouts.map(({ rollout: { version, channel, percent } }) => ({
    version,
    channel,
    percent,
  }));
  const pauseFields = pauses.length === 0 ? {} : { pauses };
  output.object({
    event: 'import',
    app,
    from,
    releases: statuses.map(releaseObject),
    leftOut: excluded,
    ...pauseFields,
  });
  output.note(`${formatQuantity(statuses.length, 'release')} at ${from} for ${app}, oldest first:`);
  const rows = statuses.map(({ release, status }) => [
    `  ${release.version}`,
    release.channel,
    formatInstant(release.pubDate),
    release.files.map(({ targets }) => targets[0] ?? '').join(' '),
    sizeText(release),
    standingText(status),
  ]);
  if (rows.length > 0)
    output.note(formatTable(['  version', 'channel', 'date', 'targets', 'size', 'action'], rows));
  printExcluded(excluded, context);
  for (const one of pausedRollouts) output.warn(pausedRolloutText(one));
};

export interface ImportResult {
  imported: string[];
  /** Versions that already exist or must stay unchanged. */
  passedOver: string[];
  leftOut: ExcludedFile[];
}

/** Includes the settings for the next build, because installed clients still use the old address. */
export const printImportResult = (
  outcome: ImportResult,
  { app, kinds, channels }: { app: App; kinds: FeedKind[]; channels: string[] },
  context: Context,
): void => {
  const { output } = context;
  const addresses = updaterAddresses(app, kinds, channels);
  output.object({ event: 'imported', ...outcome, addresses });
  const { imported, passedOver, leftOut } = outcome;
  const skippedText = passedOver.length === 0 ? '' : `, ${passedOver.length} skipped`;
  output.line(
    `${output.style('good', 'Imported')} ${formatQuantity(imported.length, 'release')} into ${app.slug}${skippedText}.`,
  );
  if (leftOut.length > 0) output.note(`${formatQuantity(leftOut.length, 'file')} skipped:`);
  printExcluded(leftOut, context);
  const rows = addresses.map(({ updater, setting, channel, address }) => [
    `  ${updater}`,
    setting,
    channel,
    address,
  ]);
  output.line(`URLs for the next build:\n${formatTable(['  updater', 'setting', 'channel', 'URL'], rows)}`);
  output.line('See what each feed offers: slipway feeds');
  output.line(
    'Installed clients use the old server until they get a build with the new URL. Publish that build there once, and keep the old server running (docs/IMPORT.md).',
  );
};
