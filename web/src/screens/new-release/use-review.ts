import type { Review, Warning } from '@slipway/api';
import { findMistakes, isSendable } from '@slipway/build-files/mistakes.ts';
import { useEffect, useState } from 'preact/hooks';
import { client } from '../../data/client.ts';
import { buildDeclaration, type ReleaseJob } from '../../upload/job.ts';
import { isPrivateKey } from '../../upload/private-key.ts';

/* Checks a release before it is published, with local checks and the server's review. */

export interface ReviewState {
  /** Findings that block publishing. */
  errors: Warning[];
  /** Findings that need confirmation; undefined until the server responds. */
  warnings: Warning[] | undefined;
  /** Why the server's review failed. */
  failure: unknown;
  /** Set while a newer review is pending: the findings are for the previous state. */
  isStale?: boolean;
}

export const reviewFindings = ({ errors, warnings = [] }: ReviewState): Warning[] => [...errors, ...warnings];

/** Findings from the files alone. */
export const findJobMistakes = ({ version, versionFrom = 'as typed', notes, rows }: ReleaseJob) =>
  findMistakes(
    // A file without a target asks for one in its own row.
    {
      version,
      versionFrom,
      notes,
      items: rows.map(({ item }) => item).filter(({ target }) => target !== ''),
    },
    isPrivateKey,
  ).filter(({ code }) => version !== '' || code !== 'version-invalid');

/** The review request; undefined while something is missing or must not leave the page. */
export const reviewRequestBody = (job: ReleaseJob): string | undefined => {
  const { rows, draft } = job;
  if (rows.length === 0 && (draft === undefined || draft.artifacts.length === 0)) return undefined;
  const isHashed = rows.every(({ hashes }) => hashes !== undefined);
  const isNamed = rows.every(({ item }) => item.target !== '') && job.version !== '';
  if (!isHashed || !isNamed || !isSendable(findJobMistakes(job))) return undefined;
  const { version, channel } = job;
  const artifacts = rows.map((row) => {
    const { version: _, channel: __, ...rest } = buildDeclaration(job, row);
    return rest;
  });
  return JSON.stringify({ version, channel, artifacts });
};

/** Merges both reviews; the job's own draft is not a version conflict. */
export const mergeReview = (job: ReleaseJob, response: Review | undefined, failure: unknown): ReviewState => {
  const own = findJobMistakes(job);
  const fatal = own.filter(({ allowable }) => !allowable);
  const refused = (response?.errors ?? []).filter(
    ({ code }) => code !== 'version-taken' || job.draft === undefined,
  );
  return {
    errors: [...fatal, ...refused],
    warnings: response && [...own.filter(({ allowable }) => allowable), ...response.warnings],
    failure,
  };
};

const settleMs = 300;

interface ReviewOutcome {
  requestBody: string | undefined;
  response?: Review;
  failure?: unknown;
}

/** Requests a review when a complete release changes; the previous one stays until the response arrives. */
export const useReview = (job: ReleaseJob): ReviewState => {
  const requestBody = reviewRequestBody(job);
  const isBegun = job.rows.length > 0 || job.draft !== undefined;
  const [outcome, setReviewOutcome] = useState<ReviewOutcome>({ requestBody: undefined });
  useEffect(() => {
    if (!isBegun) setReviewOutcome({ requestBody: undefined });
  }, [isBegun]);
  useEffect(() => {
    if (requestBody === undefined) return undefined;
    let isAwaited = true;
    const applyIfCurrent = (settled: Omit<ReviewOutcome, 'requestBody'>): void => {
      if (isAwaited) setReviewOutcome({ requestBody, ...settled });
    };
    const timer = setTimeout(() => {
      client.reviewRelease(job.app, JSON.parse(requestBody)).then(
        ({ review }) => applyIfCurrent({ response: review }),
        (failure) => applyIfCurrent({ failure }),
      );
    }, settleMs);
    return () => {
      isAwaited = false;
      clearTimeout(timer);
    };
  }, [requestBody, job.app]);
  const isStale = requestBody === undefined || outcome.requestBody !== requestBody;
  return { ...mergeReview(job, outcome.response, isStale ? undefined : outcome.failure), isStale };
};
