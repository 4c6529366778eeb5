import type { Review, ReviewRequest, Warning } from '@slipway/api';
import { type Mistake, mistakeFromWarning } from '@slipway/build-files/mistake.ts';
import type { PlanItem } from '@slipway/build-files/plan-item.ts';
import { isManualInstaller } from '@slipway/build-files/skipped-files.ts';
import type { Context } from '../../context.ts';
import { isProblem } from '../../errors/to-failure.ts';
import type { Plan } from '../plan/plan.ts';

/*
 * The server reviews a release before anything is uploaded: only it knows the client rules of the app and the earlier
 * releases, so nothing of that is repeated here.
 */

/** The review stores nothing and ignores hashes, so there is no need to read gigabytes first. */
const unknownSha256 = '0'.repeat(64);

const declared = ({
  target,
  format,
  sizeBytes,
  signature,
  facts,
  companionOf,
}: PlanItem): ReviewRequest['artifacts'][number] => ({
  target,
  format,
  // An empty file is reported as a separate mistake.
  size: Math.max(1, sizeBytes),
  sha256: unknownSha256,
  ...facts,
  ...(companionOf === undefined ? {} : { companionOf }),
  ...(signature === undefined || signature === '' ? {} : { signature }),
});

/** Stores nothing. */
export const requestReview = async (plan: Plan, items: PlanItem[], { client }: Context): Promise<Review> => {
  const { app, version, channel } = plan;
  return (await client().reviewRelease(app, { version, channel, artifacts: items.map(declared) })).review;
};

/** Fixes that depend on the build tool, which the server does not know. */
const hints: Record<string, string> = {
  'signature-missing':
    'Build with "createUpdaterArtifacts": true and TAURI_SIGNING_PRIVATE_KEY, and keep the .sig file next to its bundle.',
  'signature-version-differs': 'Build again, or publish the version that was built.',
};

/** Tauri's bundler does not sign disk images, and its updater cannot install them. */
const peopleHint = (code: string, detail: string, { items }: Plan): string | undefined => {
  if (code !== 'signature-missing') return undefined;
  const item = items.find(
    ({ target, path }) => isManualInstaller(path) && ` ${detail}`.includes(` ${target} `),
  );
  return item === undefined
    ? undefined
    : `The updater can’t install ${item.path}. Publish the .app.tar.gz from the same build, and offer this file for download elsewhere.`;
};

const withHint = ({ code, detail }: Warning, plan: Plan): Warning => {
  const hint = peopleHint(code, detail, plan) ?? (Object.hasOwn(hints, code) ? hints[code] : undefined);
  return { code, detail: hint === undefined ? detail : `${detail} ${hint}` };
};

/** Warnings about the whole release, which concern every job. */
const ofRelease = ['older-version', 'version-unreadable'];
/** Warnings that other jobs of a matrix may still resolve. */
const ofTheWhole = ['no-artifacts', 'target-dropped'];

/** A matrix job reports only its own files; the other jobs have reviewed theirs. */
const ownWarnings = async (plan: Plan, { warnings }: Review, context: Context): Promise<Warning[]> => {
  const others = new Set((await requestReview(plan, [], context)).warnings.map(({ detail }) => detail));
  return warnings.filter(
    ({ code, detail }) => ofRelease.includes(code) || !(ofTheWhole.includes(code) || others.has(detail)),
  );
};

/** Ignored here: creating the draft compares the releases, and the same files are not a mistake. */
const isTaken = ({ errors }: Review): boolean => errors.some(({ code }) => code === 'version-taken');

const toMistakes = (review: Review, warnings: Warning[], plan: Plan): Mistake[] => {
  const before = isTaken(review) ? ['older-version', ...ofTheWhole] : [];
  const errors = review.errors.filter(({ code }) => code !== 'version-taken');
  return [
    ...errors
      .map((error) => withHint(error, plan))
      .map(({ code, detail }): Mistake => ({ code, detail, allowable: false, refused: true })),
    ...warnings
      .filter(({ code }) => !before.includes(code))
      .map((one) => mistakeFromWarning(withHint(one, plan))),
  ];
};

export const isTooOldToReview = (error: unknown): boolean =>
  isProblem(error, 'not-found', 'method-not-allowed') && !/no such app/.test(error.message);

/** Empty, with a note, if the server is too old for reviews. */
export const reviewPlan = async (plan: Plan, publishes: boolean, context: Context): Promise<Mistake[]> => {
  try {
    const review = await requestReview(plan, plan.items, context);
    const warnings = publishes ? review.warnings : await ownWarnings(plan, review, context);
    return toMistakes(review, warnings, plan);
  } catch (error) {
    if (!isTooOldToReview(error)) throw error;
    context.output.warn(
      'this server is older than the CLI and can’t review a release before the upload. Warnings appear after publishing.',
    );
    return [];
  }
};
