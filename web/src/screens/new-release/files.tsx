import type { Warning } from '@slipway/api';
import { baseName } from '@slipway/build-files/path.ts';
import { navigate } from '../../app/location.ts';
import { useChannels } from '../../data/queries.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { SelectField, TextField } from '../../ui/field.tsx';
import { formatBytes, formatQuantity, shortenId } from '../../ui/format.ts';
import { Icon } from '../../ui/icon.tsx';
import { toast } from '../../ui/toast.tsx';
import { missingFiles, type ReleaseJob } from '../../upload/job.ts';
import { updateJob } from '../../upload/job-store.ts';
import { discardJob, pauseUpload, startUpload } from '../../upload/send-files.ts';
import { DropZone } from './drop-zone.tsx';
import { FileRow } from './file-row.tsx';
import { channelHelp, draftSaved, totalProgressText, uploadBlocker, versionHelp } from './messages.ts';
import { UploadProblems } from './upload-problems.tsx';

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

const leave = (app: string, version: string | undefined): void => {
  // Navigate first, because the screen resumes the draft in its URL.
  if (version !== undefined) navigate(`/apps/${app}/releases`);
  discardJob(app);
  if (version === undefined) return;
  toast(draftSaved(version));
};

const Actions = ({ job }: { job: ReleaseJob }) => {
  const { app, isRunning, draft } = job;
  const open = job.rows.filter(({ phase }) => phase !== 'uploaded');
  const bytes = open.reduce((sum, { file }) => sum + file.size, 0);
  const reason = uploadBlocker(job);
  const isOpen = !isRunning && open.length > 0;
  const count = formatQuantity(open.length, 'file');
  return (
    <div class="actions padded">
      {!isRunning && (
        <Button onPress={() => leave(app, draft?.version)}>
          {draft === undefined ? 'Start over' : 'Save draft'}
        </Button>
      )}
      {isRunning && <span class="small quiet hint">{totalProgressText(job)}</span>}
      {isRunning && <Button onPress={() => pauseUpload(app)}>Pause</Button>}
      {isOpen && <span class="small quiet hint">{reason ?? formatBytes(bytes)}</span>}
      {isOpen && (
        <Button kind="primary" disabledReason={reason} onPress={() => void startUpload(app)}>
          {draft === undefined ? `Upload ${count}` : 'Continue upload'}
        </Button>
      )}
    </div>
  );
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
    <Card title="Files">
      <Head job={job} />
      {/* Above the results, so that it keeps its position when files are dropped. */}
      <DropZone app={app} isEmpty={rows.length === 0} reason={reason} />
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
      <UploadProblems job={job} />
      {(rows.length > 0 || draft !== undefined) && <Actions job={job} />}
    </Card>
  );
};
