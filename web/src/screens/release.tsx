import { ProblemError, type Release, type RolloutState } from '@slipway/api';
import { useState } from 'preact/hooks';
import { WarningList } from '../actions/warning-list.tsx';
import type { AppScreenProps } from '../app/app-screen.ts';
import { client } from '../data/client.ts';
import { isSettled, refetchQuery, useFastPolling, useQuery } from '../data/query-cache.ts';
import { Badge } from '../ui/badge.tsx';
import { RevealWhenSettled, Skeleton } from '../ui/card.tsx';
import { CopyButton } from '../ui/copy-button.tsx';
import { shortenId } from '../ui/format.ts';
import { ProblemBox } from '../ui/problem.tsx';
import { Screen } from '../ui/screen.tsx';
import { Time } from '../ui/time.tsx';
import { ReleaseActions } from './release/actions.tsx';
import { ArtifactsCard } from './release/artifacts.tsx';
import { ClientPreview } from './release/client-preview.tsx';
import { HistoryCard } from './release/history.tsx';
import { NotesCard } from './release/notes.tsx';
import { PublishChecklist } from './release/publish-checklist.tsx';
import { useReleaseDownloads } from './release/queries.ts';
import { ReleaseDownloadsCard } from './release/release-downloads-card.tsx';
import { RolloutCard, useRolloutSettled } from './release/rollout.tsx';
import { RulesCard } from './release/rules.tsx';
import { releaseStateLabel } from './releases/state-label.ts';

const When = ({ release }: { release: Release }) => {
  const { publishedAt, createdAt, publishedBy } = release;
  const at = publishedAt ?? createdAt;
  return (
    <span>
      {publishedAt === null ? 'Created' : 'Published'} <Time at={at} isAgo />
      {publishedBy !== undefined && ` by ${publishedBy}`}
    </span>
  );
};

const Under = ({ release }: { release: Release }) => {
  const { tone, text } = releaseStateLabel(release);
  return (
    <>
      <Badge tone={tone}>{text}</Badge>
      <Badge tone="tag">{release.channel}</Badge>
      <When release={release} />
      <CopyButton text={release.id} label={shortenId(release.id)} />
    </>
  );
};

/** Why the release was withdrawn, at the top. */
const Withdrawn = ({ release }: { release: Release }) =>
  release.state === 'withdrawn' && release.withdrawnAt !== null ? (
    <p class="withdrawn-note">
      <strong>Withdrawn</strong> <Time at={release.withdrawnAt} isAgo />
      {release.withdrawnBy !== undefined && ` by ${release.withdrawnBy}`}
      {release.withdrawReason !== undefined && `: “${release.withdrawReason}”`}. Not offered to anyone.
      Clients that have it keep it.
    </p>
  ) : null;

const isOpen = (state: RolloutState | undefined): boolean => state === 'rolling' || state === 'paused';

/** Cards below one that is still loading stay hidden until its height is known, to avoid layout shifts. */
const ReleaseDetails = ({ app, release }: { app: string; release: Release }) => {
  const isDraft = release.state === 'draft';
  useFastPolling(isDraft);
  const [isPreviewSettled, setPreviewSettled] = useState(isDraft);
  const isReached = isSettled(useReleaseDownloads(app, release)) || isDraft;
  const isRolled = useRolloutSettled(app, release);
  const isActive = release.state === 'published' && isOpen(release.rollout?.state);
  const rollout = release.state !== 'withdrawn' && <RolloutCard app={app} release={release} />;
  return (
    <>
      <Withdrawn release={release} />
      <WarningList warnings={release.warnings ?? []} />
      <div class="columns">
        {isActive && <div class="lead">{rollout}</div>}
        <div class={isRolled ? 'stack' : 'stack below-lead'}>
          {isDraft && <PublishChecklist app={app} release={release} />}
          <ArtifactsCard app={app} release={release} />
          <NotesCard app={app} release={release} />
          <RulesCard app={app} release={release} />
          {!isDraft && (
            <ClientPreview app={app} release={release} onSettled={() => setPreviewSettled(true)} />
          )}
        </div>
        <RevealWhenSettled isSettled={isPreviewSettled && isRolled}>
          {!isDraft && <ReleaseDownloadsCard app={app} release={release} />}
          <RevealWhenSettled isSettled={isReached}>
            {!isActive && rollout}
            <HistoryCard app={app} id={release.id} />
          </RevealWhenSettled>
        </RevealWhenSettled>
      </div>
    </>
  );
};

const isGone = (error: unknown): boolean => error instanceof ProblemError && error.status === 404;

export const ReleaseScreen = ({ app, params: { id = '' } }: AppScreenProps) => {
  const queryKey = `${app}/release/${id}`;
  const { value, error } = useQuery(queryKey, () => client.getRelease(app, id));
  const release = value?.release;
  const isNone = isGone(error);
  return (
    <Screen
      title={isNone ? 'Release not found' : (release?.version ?? 'Release')}
      app={app}
      breadcrumb={<a href={`/apps/${app}/releases`}>Releases</a>}
      subtitle={!isNone && release !== undefined ? <Under release={release} /> : undefined}
      actions={!isNone && release !== undefined ? <ReleaseActions app={app} release={release} /> : undefined}
    >
      {isNone && <p>It was deleted, or your key can’t access it.</p>}
      {error !== undefined && !isNone && <ProblemBox error={error} onRetry={() => refetchQuery(queryKey)} />}
      {release === undefined && error === undefined && <Skeleton lines={10} />}
      {release !== undefined && !isNone && <ReleaseDetails key={id} app={app} release={release} />}
    </Screen>
  );
};
