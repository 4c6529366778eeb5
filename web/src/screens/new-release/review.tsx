import type { Warning } from '@slipway/api';
import { CheckboxList } from '../../actions/checkbox-list.tsx';
import type { MergedWarning } from '../../actions/warning-groups.ts';
import { client } from '../../data/client.ts';
import { useOffers } from '../../data/queries.ts';
import { useQuery } from '../../data/query-cache.ts';
import { formatBytes } from '../../ui/format.ts';
import { Icon } from '../../ui/icon.tsx';
import { Platform } from '../../ui/platform.tsx';
import { ProblemBox } from '../../ui/problem.tsx';
import { Table } from '../../ui/table.tsx';
import type { ReleaseJob } from '../../upload/job.ts';
import { SignatureBadge } from './file-row.tsx';
import { changeText, pausesRolloutText, reviewPending } from './messages.ts';
import { StepCard } from './step-card.tsx';
import { type ReviewState, reviewFindings } from './use-review.ts';

const Faults = ({ errors }: { errors: readonly Warning[] }) => (
  <ul class="review-list">
    {errors.map(({ code, detail }) => (
      <li key={`${code} ${detail}`} class="alert bad-bg" role="alert">
        <Icon name="warn" />
        <p>
          {detail} <code>{code}</code>
        </p>
      </li>
    ))}
  </ul>
);

interface ReviewLine {
  target: string;
  signature: string | undefined;
  sizeBytes: number;
}

/** Files of this job, and the other files already in the draft. */
export const reviewLines = ({ rows, draft }: Pick<ReleaseJob, 'rows' | 'draft'>): ReviewLine[] => {
  const own = rows
    .filter(({ item }) => item.companionOf === undefined && item.target !== '')
    .map(({ item: { target, signature }, file }) => ({ target, signature, sizeBytes: file.size }));
  const existing = (draft?.artifacts ?? [])
    .filter(({ target, companionOf }) => !companionOf && !own.some((one) => one.target === target))
    .map(({ target, signature, size }) => ({ target, signature: signature ?? undefined, sizeBytes: size }));
  return [...own, ...existing].sort((a, b) => (a.target < b.target ? -1 : 1));
};

/** The version that a target's clients are offered now. */
const useCurrent = ({ app, channel }: ReleaseJob): ((target: string) => string) => {
  const offers = useOffers(app);
  return (target) => offers?.find((one) => one.channel === channel && one.target === target)?.version ?? '–';
};

/** The result of a clean review: `1.5.0 → 1.6.0 on 4 platforms. No problems found.` */
const Passed = ({ job, stopped }: { job: ReleaseJob; stopped: readonly string[] }) => {
  const current = useCurrent(job);
  const changes = Map.groupBy(reviewLines(job), ({ target }) => current(target));
  return (
    <span class="passed">
      <Icon name={stopped.length > 0 ? 'warn' : 'check'} />
      {`${[...changes].map(([now, lines]) => changeText(now, job.version, lines.length)).join(', ')}. `}
      {stopped.join(' ') || 'No problems found.'}
    </span>
  );
};

/** Each target's current offer, and its offer after publishing. */
const Effects = ({ job, review, adapter }: Pick<ReviewCardProps, 'job' | 'review' | 'adapter'>) => {
  const { version, draft } = job;
  const current = useCurrent(job);
  const rows = reviewLines(job);
  return (
    <Table<ReviewLine>
      caption="Changes by platform"
      rows={rows}
      keyOf={({ target }) => target}
      columns={[
        { header: 'Platform', cell: ({ target }) => <Platform target={target} />, isName: true },
        {
          header: 'Signature',
          cell: ({ target, signature }) => (
            <SignatureBadge {...{ target, signature, draft, adapter }} faults={reviewFindings(review)} />
          ),
        },
        { header: 'Size', cell: ({ sizeBytes }) => formatBytes(sizeBytes), isNumber: true },
        {
          header: 'Change',
          cell: ({ target }) => (
            <span class="mono change">
              <span class="quiet">{current(target)}</span> <Icon name="arrow" /> {version}
            </span>
          ),
        },
      ]}
    />
  );
};

/** Active rollouts in the channel, which publishing stops. */
const useStopped = ({ app, channel }: ReleaseJob): string[] => {
  const rollouts = useQuery(`${app}/rollouts`, () => client.listRollouts(app)).value?.rollouts ?? [];
  return rollouts
    .filter((one) => one.channel === channel && one.state === 'rolling')
    .map(({ version, percent }) => pausesRolloutText(version, percent));
};

export interface ReviewCardProps {
  job: ReleaseJob;
  review: ReviewState;
  /** The review's warnings, similar ones merged. */
  warnings: readonly MergedWarning[];
  acknowledged: ReadonlySet<string>;
  onAcknowledge: (ticked: ReadonlySet<string>) => void;
  adapter: string | undefined;
}

export const ReviewCard = (props: ReviewCardProps) => {
  const { job, review, warnings, acknowledged, onAcknowledge, adapter } = props;
  const { errors, failure, isStale } = review;
  const isQuiet = errors.length === 0 && failure === undefined && warnings.length === 0;
  const stopped = useStopped(job);
  const isClean = isQuiet && review.warnings !== undefined && !isStale;
  return (
    <StepCard
      title="Review"
      isDone={isQuiet}
      summary={isClean ? <Passed job={job} stopped={stopped} /> : reviewPending}
      action="Show"
    >
      <Effects job={job} review={review} adapter={adapter} />
      <ProblemBox error={failure} />
      {errors.length > 0 && <Faults errors={errors} />}
      <CheckboxList warnings={warnings} ticked={acknowledged} onTick={onAcknowledge} />
      {!isQuiet && stopped.length > 0 && (
        <p class="padded passed">
          <Icon name="warn" /> {stopped.join(' ')}
        </p>
      )}
    </StepCard>
  );
};
