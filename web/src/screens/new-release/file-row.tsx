import type { Release, Warning } from '@slipway/api';
import { baseName } from '@slipway/build-files/path.ts';
import { signerKeyId } from '@slipway/core/signature.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { formatBytes } from '../../ui/format.ts';
import { Icon } from '../../ui/icon.tsx';
import { removeRow, replaceInDraft, setTarget } from '../../upload/add-files.ts';
import { expectedArtifact, type UploadRow } from '../../upload/job.ts';
import { signatureWarning } from '../release/signature-verdict.ts';
import { phaseLabels, progressText } from './messages.ts';

/** Clients with these adapters reject unsigned files. */
const needSignatures = ['tauri', 'cargo-packager'];

/** Status of a signature: its key ID before the upload, the server's check afterwards. */
export const SignatureBadge = ({
  target,
  signature,
  draft,
  adapter,
  faults = [],
}: {
  target: string;
  signature: string | undefined;
  draft: Release | undefined;
  adapter: string | undefined;
  /** Findings of the review. */
  faults?: readonly Warning[] | undefined;
}) => {
  if (!signature) return needSignatures.includes(adapter ?? '') ? <Badge tone="warn">Unsigned</Badge> : null;
  const fault = signatureWarning(target, faults);
  if (fault !== undefined) return <Badge tone={fault.tone}>{fault.label}</Badge>;
  const signedBy = expectedArtifact(draft, target)?.signedBy;
  if (signedBy) return <Badge tone="good">Verified</Badge>;
  if (signedBy === null) return <Badge tone="warn">Unknown key</Badge>;
  // Not verified yet, so it must not look verified.
  const keyId = signerKeyId(signature);
  return <Badge tone="plain">{keyId === undefined ? 'Signed' : `Signed · ${keyId.slice(0, 8)}`}</Badge>;
};

const Progress = ({ row }: { row: UploadRow }) => {
  const { phase, bytes, file, item } = row;
  const share = phase === 'uploaded' ? 1 : bytes / Math.max(1, file.size);
  const isMoving = phase === 'hashing' || phase === 'uploading' || phase === 'waiting';
  return (
    <span class={`progress ${phase}`}>
      {isMoving && (
        <progress value={share} max={1} aria-label={`${phaseLabels[phase]} ${baseName(item.path)}`}>
          {progressText(row)}
        </progress>
      )}
      <span class="progress-text">
        {phase === 'uploaded' && <Icon name="check" />}
        {progressText(row)}
      </span>
    </span>
  );
};

/** The draft expects other bytes: nothing is sent until the user decides which to keep. */
const Differing = ({ app, row, draft }: { app: string; row: UploadRow; draft: Release | undefined }) => {
  const expected = expectedArtifact(draft, row.item.target);
  return (
    <div class="alert warn-bg">
      <p>
        <strong>This isn’t the file the draft expects.</strong> Expected{' '}
        <span class="mono">{expected?.sha256.slice(0, 12)}…</span> ({formatBytes(expected?.size ?? 0)}), got{' '}
        <span class="mono">{row.hashes?.sha256.slice(0, 12)}…</span> ({formatBytes(row.file.size)}). Not
        uploaded.
      </p>
      <Button onPress={() => replaceInDraft(app, row.id)}>Replace file</Button>
    </div>
  );
};

const TargetField = ({ app, row, isFixed }: { app: string; row: UploadRow; isFixed: boolean }) => {
  const { target, path, companionOf } = row.item;
  if (isFixed || companionOf !== undefined) return <span class="mono target">{target}</span>;
  return (
    <input
      class="mono target"
      type="text"
      list="targets"
      value={target}
      placeholder={`${row.item.bundle.os ?? 'linux'}-x86_64`}
      aria-label={`Platform of ${baseName(path)}`}
      aria-invalid={target === '' ? 'true' : undefined}
      autocomplete="off"
      spellcheck={false}
      onInput={(event) => setTarget(app, row.id, event.currentTarget.value.trim())}
    />
  );
};

export interface FileRowProps {
  app: string;
  row: UploadRow;
  draft: Release | undefined;
  adapter: string | undefined;
  /** Findings of the review. */
  warnings: readonly Warning[];
  /** Set during and after its upload. */
  isFixed: boolean;
}

export const FileRow = ({ app, row, draft, adapter, warnings, isFixed }: FileRowProps) => (
  <li class={`file-row ${row.item.companionOf === undefined ? '' : 'companion'}`}>
    <TargetField app={app} row={row} isFixed={isFixed || row.phase === 'uploaded'} />
    <span class="file-name">
      <span class="mono" title={row.item.path}>
        {baseName(row.item.path)}
      </span>{' '}
      <span class="small quiet">{formatBytes(row.file.size)}</span>{' '}
      {row.item.companionOf === undefined && (
        <SignatureBadge {...row.item} draft={draft} adapter={adapter} faults={warnings} />
      )}
    </span>
    <Progress row={row} />
    {!isFixed && row.phase !== 'uploaded' && (
      <Button kind="quiet" label={`Remove ${baseName(row.item.path)}`} onPress={() => removeRow(app, row.id)}>
        <Icon name="close" />
      </Button>
    )}
    {row.phase === 'differs' && <Differing app={app} row={row} draft={draft} />}
  </li>
);
