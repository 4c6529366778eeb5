import type { Review, Warning } from '@slipway/api';
import { findMistakes, isSendable } from '@slipway/build-files/mistakes.ts';
import { useEffect, useState } from 'preact/hooks';
import { client } from '../../data/client.ts';
import { buildDeclaration, type ReleaseJob } from '../../upload/job.ts';
import { isPrivateKey } from '../../upload/private-key.ts';

/* What is wrong with a release before it is one: what the files show here, and what the service says of it. */

export interface ReviewState {
  /** What keeps it from being published. */
  errors: Warning[];
  /** What it can be published with all the same; undefined until the service has said it. */
  warnings: Warning[] | undefined;
  /** Why the service could not be asked. */
  failure: unknown;
  /** Set while another answer is awaited: what is shown is what was said of the release as it was before. */
  isOld?: boolean;
}

/** Everything that a review says against a release. */
export const reviewFindings = ({ errors, warnings = [] }: ReviewState): Warning[] => [...errors, ...warnings];

/** What shows in the files themselves. */
export const findJobMistakes = ({ version, versionFrom = 'as typed', notes, rows }: ReleaseJob) =>
  findMistakes(
    // A file without a target is asked about where it stands.
    {
      version,
      versionFrom,
      notes,
      items: rows.map(({ item }) => item).filter(({ target }) => target !== ''),
    },
    isPrivateKey,
  ).filter(({ code }) => version !== '' || code !== 'version-invalid');

/** What to ask the service, or undefined: while something is missing, or where something must not leave the page. */
export const reviewRequestBody = (job: ReleaseJob): string | undefined => {
  const { rows, draft } = job;
  if (rows.length === 0 && (draft === undefined || draft.artifacts.length === 0)) return undefined;
  const isHashed = rows.every(({ hashes }) => hashes !== undefined);
  const isNamed = rows.every(({ item }) => item.target !== '') && job.version !== '';
  if (!isHashed || !isNamed || job.published !== undefined || !isSendable(findJobMistakes(job)))
    return undefined;
  const { version, channel } = job;
  const artifacts = rows.map((row) => {
    const { version: _, channel: __, ...rest } = buildDeclaration(job, row);
    return rest;
  });
  return JSON.stringify({ version, channel, artifacts });
};

/** The review of a job: a draft that has the version is no fault of its own release. */
export const mergeReview = (job: ReleaseJob, answer: Review | undefined, failure: unknown): ReviewState => {
  const own = findJobMistakes(job);
  const fatal = own.filter(({ allowable }) => !allowable);
  const refused = (answer?.errors ?? []).filter(
    ({ code }) => code !== 'version-taken' || job.draft === undefined,
  );
  return {
    errors: [...fatal, ...refused],
    warnings: answer && [...own.filter(({ allowable }) => allowable), ...answer.warnings],
    failure,
  };
};

const settleMs = 300;

interface ReviewOutcome {
  for: string | undefined;
  answer?: Review;
  failure?: unknown;
}

/** Asks the service whenever the release to be has changed and is whole; until it answers, what it said before stays. */
export const useReview = (job: ReleaseJob): ReviewState => {
  const question = reviewRequestBody(job);
  const isBegun = job.rows.length > 0 || job.draft !== undefined;
  const [said, setSaid] = useState<ReviewOutcome>({ for: undefined });
  useEffect(() => {
    if (!isBegun) setSaid({ for: undefined });
  }, [isBegun]);
  useEffect(() => {
    if (question === undefined) return undefined;
    let isAwaited = true;
    const hear = (answer: Omit<ReviewOutcome, 'for'>): void => {
      if (isAwaited) setSaid({ for: question, ...answer });
    };
    const timer = setTimeout(() => {
      client.reviewRelease(job.app, JSON.parse(question)).then(
        ({ review }) => hear({ answer: review }),
        (failure) => hear({ failure }),
      );
    }, settleMs);
    return () => {
      isAwaited = false;
      clearTimeout(timer);
    };
  }, [question, job.app]);
  const isOld = question === undefined || said.for !== question;
  return { ...mergeReview(job, said.answer, isOld ? undefined : said.failure), isOld };
};
