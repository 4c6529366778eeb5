import type { Release } from '@slipway/api';
import { useState } from 'preact/hooks';
import type { ScreenOfApp } from '../app/app-screen.ts';
import { useApp } from '../data/queries.ts';
import { mayNot } from '../data/session.ts';
import { useWatched } from '../data/signal.ts';
import { LinkButton } from '../ui/button.tsx';
import { Below, Card } from '../ui/card.tsx';
import { Icon } from '../ui/icon.tsx';
import { Screen } from '../ui/screen.tsx';
import { type Job, missingOf, reasonAgainstPublish, unsentOf } from '../upload/job.ts';
import { forget } from '../upload/send-files.ts';
import { jobOf } from '../upload/store.ts';
import { Drafts } from './new-release/drafts.tsx';
import { Files } from './new-release/files.tsx';
import { Publication } from './new-release/publication.tsx';
import { Review } from './new-release/review.tsx';
import { faultsOf, type Reviewed, useReview } from './new-release/use-review.ts';

/** What comes after what: where one is shows in all three. */
const Way = ({ at }: { at: number }) => (
  <ol class="way" aria-label="Steps">
    {['Files', 'Review', 'Publish'].map((name, index) => (
      <li key={name} class={index < at ? 'done' : ''} aria-current={index === at ? 'step' : undefined}>
        {name}
        {index < at && <span class="off-screen"> (done)</span>}
      </li>
    ))}
  </ol>
);

const Published = ({
  app,
  id,
  version,
  channel,
  rollout,
}: Pick<Release, 'app' | 'id' | 'version' | 'channel' | 'rollout'>) => (
  <Card title={`${version} is published to ${channel}`}>
    <div class="padded just-published">
      <p>
        <Icon name="check" /> {rollout?.state === 'rolling' ? `${rollout.percent}% of clients` : 'Clients'}{' '}
        that check from now on are offered it; caches may offer the one before for up to 6 minutes more.
      </p>
      <div class="actions">
        <LinkButton href={`/apps/${app}/releases/${id}`} kind="primary">
          {`Look at ${version}`}
        </LinkButton>
        <button type="button" class="button plain" onClick={() => forget(app)}>
          New release
        </button>
      </div>
    </div>
  </Card>
);

/** Files until all are there, the review until nothing speaks against it, then the button. */
const stepOf = (job: Job, against: string | undefined): number => {
  if (job.published !== undefined) return 3;
  const isSent = job.draft !== undefined && unsentOf(job).length === 0 && missingOf(job).length === 0;
  const hasFiles = job.rows.length > 0 || (job.draft?.artifacts.length ?? 0) > 0;
  if (!isSent || !hasFiles) return 0;
  return against === undefined ? 2 : 1;
};

const isReviewed = ({ errors, warnings, failure }: Reviewed): boolean =>
  errors.length > 0 || warnings !== undefined || failure !== undefined;

/** A release from files that are dropped: recognised, hashed, sent to the storage, reviewed, published. */
export const NewRelease = ({ app, query }: ScreenOfApp) => {
  const job = useWatched(jobOf(app));
  const [ticked, setTicked] = useState<ReadonlySet<string>>(new Set());
  const adapter = useApp(app)?.adapter;
  const review = useReview(job);
  const { published, draft, rows } = job;
  const reason = mayNot('publish');
  const against =
    reason ??
    (review.errors.length > 0
      ? 'Mend what the review names first.'
      : reasonAgainstPublish(job, review.isOld ? undefined : review.warnings, ticked));
  const hasFiles = rows.length > 0 || (draft !== undefined && draft.artifacts.length > 0);
  return (
    <Screen
      title={job.version === '' ? 'New release' : `New release ${job.version}`}
      app={app}
      above={<a href={`/apps/${app}/releases`}>Releases</a>}
      under={<Way at={stepOf(job, against)} />}
    >
      {published !== undefined && <Published {...published} />}
      {published === undefined && (
        <>
          <Files job={job} adapter={adapter} faults={faultsOf(review)} reason={reason} />
          {rows.length === 0 && draft === undefined && <Drafts app={app} wanted={query.draft} />}
          {hasFiles && (
            <Review job={job} review={review} ticked={ticked} onTick={setTicked} adapter={adapter} />
          )}
          {hasFiles && (
            // The review may be long: what is below it is seen when that is known, so that nothing moves.
            <Below isSettled={isReviewed(review)}>
              <Publication job={job} against={against} />
            </Below>
          )}
        </>
      )}
    </Screen>
  );
};
