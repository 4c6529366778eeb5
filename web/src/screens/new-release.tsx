import type { Release } from '@slipway/api';
import { useState } from 'preact/hooks';
import { mergeSimilar } from '../actions/warning-groups.ts';
import type { AppScreenProps } from '../app/app-screen.ts';
import { useApp } from '../data/queries.ts';
import { denialReason } from '../data/session.ts';
import { useSignal } from '../data/signal.ts';
import { LinkButton } from '../ui/button.tsx';
import { Card, RevealWhenSettled } from '../ui/card.tsx';
import { Icon } from '../ui/icon.tsx';
import { Screen } from '../ui/screen.tsx';
import { missingFiles, type ReleaseJob, unsentRows } from '../upload/job.ts';
import { getJob } from '../upload/job-store.ts';
import { discardJob } from '../upload/send-files.ts';
import { FilesCard } from './new-release/files.tsx';
import { publishBlocker, reviewFirst } from './new-release/messages.ts';
import { PublishCard } from './new-release/publish-card.tsx';
import { ResumableDrafts } from './new-release/resumable-drafts.tsx';
import { ReviewCard } from './new-release/review.tsx';
import { type ReviewState, reviewFindings, useReview } from './new-release/use-review.ts';

/** The three steps, with the current one marked. */
const Way = ({ at }: { at: number }) => (
  <ol class="stepper" aria-label="Steps">
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
  <Card title={`Published ${version} to ${channel}`}>
    <div class="padded just-published">
      <p>
        <Icon name="check" /> {rollout?.state === 'rolling' ? `${rollout.percent}% of clients` : 'Clients'}{' '}
        are offered it from their next check. Caches may delay this by up to 6 minutes.
      </p>
      <div class="actions">
        <LinkButton href={`/apps/${app}/releases/${id}`} kind="primary">
          View release
        </LinkButton>
        <button type="button" class="button plain" onClick={() => discardJob(app)}>
          New release
        </button>
      </div>
    </div>
  </Card>
);

/** The files step until all are uploaded, the review until nothing blocks publishing, then publishing. */
const stepOf = (job: ReleaseJob, against: string | undefined): number => {
  if (job.published !== undefined) return 3;
  const isSent = job.draft !== undefined && unsentRows(job).length === 0 && missingFiles(job).length === 0;
  const hasFiles = job.rows.length > 0 || (job.draft?.artifacts.length ?? 0) > 0;
  if (!isSent || !hasFiles) return 0;
  return against === undefined ? 2 : 1;
};

const isReviewed = ({ errors, warnings, failure }: ReviewState): boolean =>
  errors.length > 0 || warnings !== undefined || failure !== undefined;

/** Publishes a release from dropped files: detect, hash, upload, review, publish. */
export const NewRelease = ({ app, query }: AppScreenProps) => {
  const job = useSignal(getJob(app));
  const [ticked, setTicked] = useState<ReadonlySet<string>>(new Set());
  const adapter = useApp(app)?.adapter;
  const review = useReview(job);
  const { published, draft, rows } = job;
  const reason = denialReason('publish');
  const targets = [...rows.map(({ item }) => item), ...(draft?.artifacts ?? [])].map(({ target }) => target);
  const warnings = review.warnings && mergeSimilar(review.warnings, targets);
  const against =
    reason ??
    (review.errors.length > 0
      ? reviewFirst
      : publishBlocker(job, review.isStale ? undefined : warnings, ticked));
  const hasFiles = rows.length > 0 || (draft !== undefined && draft.artifacts.length > 0);
  return (
    <Screen
      title={job.version === '' ? 'New release' : `New release ${job.version}`}
      app={app}
      breadcrumb={<a href={`/apps/${app}/releases`}>Releases</a>}
      subtitle={<Way at={stepOf(job, against)} />}
    >
      {published !== undefined && <Published {...published} />}
      {published === undefined && (
        <>
          <FilesCard job={job} adapter={adapter} warnings={reviewFindings(review)} reason={reason} />
          {rows.length === 0 && draft === undefined && <ResumableDrafts app={app} draftId={query.draft} />}
          {hasFiles && (
            <ReviewCard
              job={job}
              review={review}
              warnings={warnings ?? []}
              acknowledged={ticked}
              onAcknowledge={setTicked}
              adapter={adapter}
            />
          )}
          {hasFiles && (
            // The review can be long: show the card below it once its height is known, to avoid layout shifts.
            <RevealWhenSettled isSettled={isReviewed(review)}>
              <PublishCard job={job} against={against} />
            </RevealWhenSettled>
          )}
        </>
      )}
    </Screen>
  );
};
