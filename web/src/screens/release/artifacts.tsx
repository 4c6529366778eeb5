import type { Artifact, Release, SigningKey } from '@slipway/api';
import { useApp, useSigningKeys } from '../../data/queries.ts';
import { Badge } from '../../ui/badge.tsx';
import { Card, EmptyState } from '../../ui/card.tsx';
import { CopyButton } from '../../ui/copy-button.tsx';
import { formatBytes, formatCount, formatQuantity } from '../../ui/format.ts';
import { Platform } from '../../ui/platform.tsx';
import { type Column, Table } from '../../ui/table.tsx';
import { artifactTotals } from '../releases/by-day.ts';
import { useReleaseDownloads } from './queries.ts';
import { signatureVerdict } from './signature-verdict.ts';

export const artifactUrl = (publicUrl: string, id: string, target: string): string =>
  `${publicUrl}/releases/download/${encodeURIComponent(id)}/${encodeURIComponent(target)}`;

const Signature = ({
  release,
  artifact,
  keys,
}: {
  release: Release;
  artifact: Artifact;
  keys: SigningKey[];
}) => {
  const { tone, label, detail, by } = signatureVerdict(artifact, release.warnings ?? [], keys);
  return (
    <span class="verdict" title={detail}>
      <Badge tone={tone}>{label}</Badge>
      {by !== undefined && <span class="line">Key: {by}</span>}
      <span class="off-screen"> {detail}</span>
    </span>
  );
};

const StateOf = ({ artifact: { state, uploadedAt }, isDraft }: { artifact: Artifact; isDraft: boolean }) => {
  if (isDraft && state !== 'pruned')
    return uploadedAt === null ? (
      <Badge tone="warn">Not uploaded</Badge>
    ) : (
      <Badge tone="good">Uploaded</Badge>
    );
  return null;
};

const columnsOf = (
  release: Release,
  context: { publicUrl: string | undefined; downloads: ReadonlyMap<string, number>; keys: SigningKey[] },
): Column<Artifact>[] => [
  {
    header: 'Platform',
    isName: true,
    cell: (artifact) => (
      <>
        <Platform target={artifact.target} />{' '}
        <StateOf artifact={artifact} isDraft={release.state === 'draft'} />
      </>
    ),
  },
  {
    header: 'Signature',
    cell: (artifact) => <Signature release={release} artifact={artifact} keys={context.keys} />,
  },
  {
    header: 'Size',
    isNumber: true,
    cell: ({ size, format }) => (
      <>
        {formatBytes(size)} <span class="line">{format}</span>
      </>
    ),
  },
  ...(release.state === 'draft'
    ? []
    : [
        {
          header: 'Downloads',
          isNumber: true,
          cell: ({ target }: Artifact) => formatCount(context.downloads.get(target) ?? 0),
        },
      ]),
  {
    header: release.state === 'draft' ? 'SHA-256' : 'Download URL, SHA-256',
    cell: ({ target, state, sha256 }) => (
      <>
        {state === 'pruned' ? (
          // The download URL returns 410.
          <Badge tone="warn">Deleted</Badge>
        ) : (
          release.state !== 'draft' &&
          context.publicUrl !== undefined && (
            <CopyButton text={artifactUrl(context.publicUrl, release.id, target)} label="Copy URL" />
          )
        )}{' '}
        <span class="line">
          <CopyButton text={sha256} label={`${sha256.slice(0, 4)}…${sha256.slice(-4)}`} />
        </span>
      </>
    ),
  },
];

export const ArtifactsCard = ({ app, release }: { app: string; release: Release }) => {
  const publicUrl = useApp(app)?.publicUrl;
  const downloads = useReleaseDownloads(app, release).value?.byTarget ?? new Map<string, number>();
  const keys = useSigningKeys(app);
  const { targets, bytes } = artifactTotals(release);
  return (
    <Card title="Files" note={`${formatQuantity(targets, 'platform')}, ${formatBytes(bytes)}`}>
      {release.artifacts.length === 0 ? (
        <EmptyState title="No files">
          <p>Clients aren’t offered a release without files.</p>
        </EmptyState>
      ) : (
        <Table
          caption="Files"
          columns={columnsOf(release, { publicUrl, downloads, keys })}
          rows={release.artifacts}
          keyOf={({ id }) => id}
        />
      )}
    </Card>
  );
};
