import type { Release } from '@slipway/api';
import { useState } from 'preact/hooks';
import { DeleteDraftDialog } from '../../actions/delete-draft-dialog.tsx';
import { summarizeUploads } from '../../actions/upload-summary.ts';
import { client } from '../../data/client.ts';
import { useFastPolling, useQuery } from '../../data/query-cache.ts';
import { denialReason } from '../../data/session.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button, LinkButton } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { formatBytes, formatShare } from '../../ui/format.ts';
import { MeterBar } from '../../ui/meter.tsx';
import { Time } from '../../ui/time.tsx';
import type { ReleaseFilters } from './filters.ts';

const Progress = ({ release }: { release: Release }) => {
  const { done, total, doneBytes, totalBytes } = summarizeUploads(release);
  if (total === 0) return <p class="quiet">No files yet</p>;
  const share = totalBytes === 0 ? 0 : doneBytes / totalBytes;
  return (
    <div class="draft-progress">
      <span>
        {done === total ? 'All files uploaded' : `${done} of ${total} files uploaded`},{' '}
        {done === total ? formatBytes(totalBytes) : `${formatBytes(doneBytes)} of ${formatBytes(totalBytes)}`}
      </span>
      <MeterBar share={share} label={`${formatShare(share)} uploaded`} />
    </div>
  );
};

/** Loads the draft itself, because the list does not include upload progress. */
const Draft = ({ app, listed }: { app: string; listed: Release }) => {
  const [isDeleting, setDeleting] = useState(false);
  const { value } = useQuery(`${app}/release/${listed.id}`, () => client.getRelease(app, listed.id));
  const release = value?.release ?? listed;
  const at = `/apps/${app}/releases/${listed.id}`;
  const isWhole = summarizeUploads(release).missing.length === 0 && release.artifacts.length > 0;
  const reason = denialReason('publish');
  return (
    <li class="draft">
      <p>
        <a class="mono strong" href={at}>
          {release.version}
        </a>{' '}
        <Badge tone="tag">{release.channel}</Badge>
      </p>
      <p class="small quiet">
        Created <Time at={release.createdAt} isAgo />
      </p>
      <Progress release={release} />
      <span class="draft-actions">
        <LinkButton href={isWhole ? at : `/apps/${app}/new?draft=${listed.id}`} disabledReason={reason}>
          {isWhole ? 'Review' : 'Continue'}
          <span class="off-screen"> {release.version}</span>
        </LinkButton>
        <Button kind="quiet" disabledReason={reason} onPress={() => setDeleting(true)}>
          Delete…<span class="off-screen"> draft {release.version}</span>
        </Button>
      </span>
      {isDeleting && <DeleteDraftDialog app={app} release={release} onClose={() => setDeleting(false)} />}
    </li>
  );
};

/** The newest drafts that match the filters. */
export const useDrafts = (app: string, { channel, search }: Partial<ReleaseFilters>) =>
  useQuery(`${app}/drafts/${channel ?? ''}/${search ?? ''}`, () =>
    client.listReleases(app, { state: 'draft', limit: 20, channel, version: search }),
  );

export const DraftList = ({ app, filters = {} }: { app: string; filters?: Partial<ReleaseFilters> }) => {
  const { value } = useDrafts(app, filters);
  const drafts = value?.releases ?? [];
  useFastPolling(drafts.length > 0);
  if (drafts.length === 0) return null;
  return (
    <Card title="Drafts" note="Not visible to clients">
      <ul class="drafts">
        {drafts.map((listed) => (
          <Draft key={listed.id} app={app} listed={listed} />
        ))}
      </ul>
      {value?.next != null && <p class="padded small quiet">Showing the 20 newest drafts.</p>}
    </Card>
  );
};
