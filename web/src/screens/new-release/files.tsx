import type { Warning } from '@slipway/api';
import { baseName } from '@slipway/build-files/path.ts';
import { useChannels } from '../../data/queries.ts';
import { SelectField, TextField } from '../../ui/field.tsx';
import { formatBytes, formatQuantity, shortenId } from '../../ui/format.ts';
import { Icon } from '../../ui/icon.tsx';
import { missingFiles, type ReleaseJob, unsentRows } from '../../upload/job.ts';
import { updateJob } from '../../upload/job-store.ts';
import { DropZone } from './drop-zone.tsx';
import { FileRow } from './file-row.tsx';
import { channelHelp, filesText, versionHelp } from './messages.ts';
import { StepCard } from './step-card.tsx';

const usualTargets = [
  'darwin-aarch64',
  'darwin-x86_64',
  'linux-x86_64',
  'linux-aarch64',
  'windows-x86_64',
  'windows-aarch64',
];

const ChannelField = ({ app, channel }: Pick<ReleaseJob, 'app' | 'channel'>) => {
  const channels = useChannels(app) ?? [];
  const names = channels.filter(({ active }) => active).map(({ name }) => name);
  return (
    <SelectField
      label="Channel"
      help={channelHelp}
      options={names}
      value={channel}
      onChange={(value) => updateJob(app, { channel: value })}
    />
  );
};

/** Version and channel: editable until the draft exists, then fixed in the same place. */
const Head = ({ job }: { job: ReleaseJob }) => {
  const { app, version, channel, draft } = job;
  const isFixed = draft !== undefined;
  return (
    <div class="padded head-fields">
      <TextField
        label="Version"
        isMono
        isReadOnly={isFixed}
        value={version}
        placeholder="1.6.0"
        help={versionHelp(job)}
        onInput={(value) => updateJob(app, { version: value.trim(), versionFrom: undefined })}
      />
      {isFixed ? (
        <TextField label="Channel" isReadOnly value={channel} help={channelHelp} onInput={() => undefined} />
      ) : (
        <ChannelField app={app} channel={channel} />
      )}
    </div>
  );
};

/** Files the draft still waits for, with the details that identify them. */
const MissingFiles = ({ job }: { job: ReleaseJob }) => {
  const missing = missingFiles(job);
  if (missing.length === 0) return null;
  return (
    <div class="padded missing">
      <p>
        <strong>{formatQuantity(missing.length, 'file')} missing.</strong> Drop{' '}
        {missing.length === 1 ? 'it' : 'them'} again; finished uploads are kept.
      </p>
      <ul>
        {missing.map(({ target, name, sizeBytes, sha256 }) => (
          <li key={target}>
            <span class="mono">{target}</span>
            <span>
              {name}, {formatBytes(sizeBytes)}, SHA-256{' '}
              <span class="mono" title={sha256}>
                {shortenId(sha256, 12)}
              </span>
            </span>
          </li>
        ))}
      </ul>
    </div>
  );
};

const PrivateKeys = ({ paths }: { paths: readonly string[] }) =>
  paths.length === 0 ? null : (
    <div class="alert bad-bg" role="alert">
      <Icon name="warn" />
      <p>
        <strong>{paths.map(baseName).join(', ')} contains a private key.</strong> It was skipped and not
        uploaded. Remove it from the build folder: anyone who has it can sign updates.
      </p>
    </div>
  );

const Aside = ({ job: { skipped } }: { job: ReleaseJob }) =>
  skipped.length === 0 ? null : (
    <details class="skipped">
      <summary>{formatQuantity(skipped.length, 'file')} skipped</summary>
      <ul>
        {skipped.slice(0, 100).map(({ path, reason }) => (
          <li key={path}>
            <span class="mono">{path}</span> <span class="quiet">{reason}</span>
          </li>
        ))}
      </ul>
    </details>
  );

/** Finished once the upload has started: its progress and problems show in the bar. */
const isFinished = (job: ReleaseJob): boolean => {
  const { draft, rows, isRunning } = job;
  if (draft === undefined || rows.some(({ phase }) => phase === 'differs')) return false;
  const isUploaded = unsentRows(job).length + missingFiles(job).length === 0;
  const hasFiles = rows.length + draft.artifacts.length > 0;
  return isRunning || (isUploaded && hasFiles) || rows.some(({ phase }) => phase === 'failed');
};

export const FilesCard = ({
  job,
  adapter,
  warnings,
  reason,
}: {
  job: ReleaseJob;
  adapter: string | undefined;
  /** Findings of the review. */
  warnings: readonly Warning[];
  reason: string | undefined;
}) => {
  const { app, rows, draft, isRunning } = job;
  return (
    <StepCard
      title="Files"
      isDone={isFinished(job)}
      summary={filesText(job)}
      action={isRunning ? 'Show' : 'Edit'}
    >
      <DropZone app={app} isEmpty={rows.length === 0} reason={reason} />
      {(rows.length > 0 || draft !== undefined) && <Head job={job} />}
      <PrivateKeys paths={job.privateKeys} />
      <MissingFiles job={job} />
      {rows.length > 0 && (
        <ul class="file-rows" aria-label="Files of this release">
          {rows.map((row) => (
            <FileRow key={row.id} {...{ app, row, draft, adapter, warnings }} isFixed={isRunning} />
          ))}
        </ul>
      )}
      <datalist id="targets">
        {usualTargets.map((target) => (
          <option key={target} value={target} />
        ))}
      </datalist>
      <Aside job={job} />
    </StepCard>
  );
};
