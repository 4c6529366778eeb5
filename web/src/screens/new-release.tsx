import { useEffect, useState } from 'preact/hooks';
import { mergeSimilar } from '../actions/warning-groups.ts';
import type { AppScreenProps } from '../app/app-screen.ts';
import { useApp } from '../data/queries.ts';
import { denialReason } from '../data/session.ts';
import { useSignal } from '../data/signal.ts';
import { RevealWhenSettled } from '../ui/card.tsx';
import { Screen } from '../ui/screen.tsx';
import { resumeDraft } from '../upload/create-draft.ts';
import { getJob } from '../upload/job-store.ts';
import { FilesCard } from './new-release/files.tsx';
import { publishBlocker, reviewFirst } from './new-release/messages.ts';
import { PublishCard } from './new-release/publish-card.tsx';
import { ReleaseBar } from './new-release/release-bar.tsx';
import { ReviewCard } from './new-release/review.tsx';
import { type ReviewState, reviewFindings, useReview } from './new-release/use-review.ts';
import { DraftList } from './releases/draft-list.tsx';

const isReviewed = ({ errors, warnings, failure }: ReviewState): boolean =>
  errors.length > 0 || warnings !== undefined || failure !== undefined;

/** Publishes a release from dropped files: detect, hash, upload, review, publish. */
export const NewRelease = ({ app, query }: AppScreenProps) => {
  const job = useSignal(getJob(app));
  const [ticked, setTicked] = useState<ReadonlySet<string>>(new Set());
  const adapter = useApp(app)?.adapter;
  const review = useReview(job);
  const { draft, rows } = job;
  const isEmpty = rows.length === 0 && draft === undefined;
  useEffect(() => {
    if (isEmpty && query.draft !== undefined) resumeDraft(app, query.draft).catch(() => undefined);
  }, [isEmpty, query.draft]);
  const reason = denialReason('publish');
  const targets = [...rows.map(({ item }) => item), ...(draft?.artifacts ?? [])].map(({ target }) => target);
  const warnings = review.warnings && mergeSimilar(review.warnings, targets);
  const against =
    reason ??
    (review.errors.length > 0
      ? reviewFirst
      : publishBlocker(job, review.isStale ? undefined : warnings, ticked));
  return (
    <Screen
      title={job.version === '' ? 'New release' : `New release ${job.version}`}
      app={app}
      breadcrumb={<a href={`/apps/${app}/releases`}>Releases</a>}
    >
      <FilesCard job={job} adapter={adapter} warnings={reviewFindings(review)} reason={reason} />
      {isEmpty && query.draft === undefined && <DraftList app={app} />}
      {targets.length > 0 && (
        <>
          <ReviewCard
            job={job}
            review={review}
            warnings={warnings ?? []}
            acknowledged={ticked}
            onAcknowledge={setTicked}
            adapter={adapter}
          />
          {/* The review can be long: show the card below it once its height is known, to avoid layout shifts. */}
          <RevealWhenSettled isSettled={isReviewed(review)}>
            <PublishCard job={job} />
          </RevealWhenSettled>
        </>
      )}
      {!isEmpty && <ReleaseBar job={job} against={against} />}
    </Screen>
  );
};
