import { ProblemError, type Release } from '@slipway/api';
import { useState } from 'preact/hooks';
import type { ScreenOfApp } from '../app/app-screen.ts';
import { client } from '../data/client.ts';
import { isSettled, refreshNamed, useAnswer, useMoving } from '../data/query-cache.ts';
import { Badge } from '../ui/badge.tsx';
import { Below, Skeleton } from '../ui/card.tsx';
import { Copyable } from '../ui/copyable.tsx';
import { formatAgo, shorten } from '../ui/format.ts';
import { ProblemBox } from '../ui/problem.tsx';
import { Screen } from '../ui/screen.tsx';
import { Time } from '../ui/time.tsx';
import { ReleaseActions } from './release/actions.tsx';
import { Artifacts } from './release/artifacts.tsx';
import { BeforePublishing } from './release/before-publishing.tsx';
import { ToldClient } from './release/health.tsx';
import { History } from './release/history.tsx';
import { Notes } from './release/notes.tsx';
import { useReach } from './release/queries.ts';
import { Reach } from './release/reach.tsx';
import { RolloutControl, useRolloutSettled } from './release/rollout.tsx';
import { Rules } from './release/rules.tsx';
import { Warnings } from './release/warnings.tsx';
import { stateOf } from './releases/state.ts';

const When = ({ release }: { release: Release }) => {
  const { publishedAt, createdAt, publishedBy } = release;
  const at = publishedAt ?? createdAt;
  return (
    <span>
      {publishedAt === null ? 'begun' : 'published'} <Time at={at} /> ({formatAgo(at)})
      {publishedBy !== undefined && ` by ${publishedBy}`}
    </span>
  );
};

const Under = ({ release }: { release: Release }) => {
  const { tone, text } = stateOf(release);
  return (
    <>
      <Badge tone={tone}>{text}</Badge>
      <Badge tone="plain">{release.channel}</Badge>
      <When release={release} />
      <Copyable text={release.id} shown={shorten(release.id)} />
    </>
  );
};

/** Why nobody is offered it any more, first of all. */
const Withdrawn = ({ release }: { release: Release }) =>
  release.state === 'withdrawn' && release.withdrawnAt !== null ? (
    <p class="withdrawn-note">
      <strong>Withdrawn</strong> <Time at={release.withdrawnAt} />
      {release.withdrawnBy !== undefined && ` by ${release.withdrawnBy}`}
      {release.withdrawReason === undefined ? '.' : `: “${release.withdrawReason}”`} Nobody is offered it;
      whoever has it keeps it.
    </p>
  ) : null;

const Shown = ({ app, release }: { app: string; release: Release }) => {
  const isDraft = release.state === 'draft';
  useMoving(isDraft);
  const [isTold, setTold] = useState(isDraft);
  const isReached = isSettled(useReach(app, release)) || isDraft;
  const isRolled = useRolloutSettled(app, release);
  return (
    <>
      <Withdrawn release={release} />
      <Warnings warnings={release.warnings ?? []} />
      <div class="beside">
        <div class="stack">
          {isDraft && <BeforePublishing app={app} release={release} />}
          <Artifacts app={app} release={release} />
          <Rules app={app} release={release} />
          {!isDraft && <ToldClient app={app} release={release} onSettled={() => setTold(true)} />}
          <Below isSettled={isTold}>
            <Notes app={app} release={release} />
          </Below>
        </div>
        <div class="stack">
          {!isDraft && <Reach app={app} release={release} />}
          <Below isSettled={isReached && isRolled}>
            {release.state !== 'withdrawn' && <RolloutControl app={app} release={release} />}
            <History app={app} id={release.id} />
          </Below>
        </div>
      </div>
    </>
  );
};

const isGone = (error: unknown): boolean => error instanceof ProblemError && error.status === 404;

/** One release: what it is, who gets it, what can be done with it. */
export const ReleaseScreen = ({ app, params: { id = '' } }: ScreenOfApp) => {
  const name = `${app}/release/${id}`;
  const { value, error } = useAnswer(name, () => client.getRelease(app, id));
  const release = value?.release;
  const isNone = isGone(error);
  return (
    <Screen
      title={isNone ? 'There is no such release' : (release?.version ?? 'Release')}
      app={app}
      above={<a href={`/apps/${app}/releases`}>Releases</a>}
      under={!isNone && release !== undefined ? <Under release={release} /> : undefined}
      actions={!isNone && release !== undefined ? <ReleaseActions app={app} release={release} /> : undefined}
    >
      {isNone && <p>It may have been deleted, or this key may not see it.</p>}
      {error !== undefined && !isNone && <ProblemBox error={error} onRetry={() => refreshNamed(name)} />}
      {release === undefined && error === undefined && <Skeleton lines={10} />}
      {release !== undefined && !isNone && <Shown key={id} app={app} release={release} />}
    </Screen>
  );
};
