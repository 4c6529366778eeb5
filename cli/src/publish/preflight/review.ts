import type { Review, ReviewRequest, Warning } from '@slipway/api';
import { type Mistake, mistakeFromWarning } from '@slipway/build-files/mistake.ts';
import type { PlanItem } from '@slipway/build-files/plan-item.ts';
import { isManualInstaller } from '@slipway/build-files/skipped.ts';
import type { Context } from '../../context.ts';
import { isProblem } from '../../errors/to-failure.ts';
import type { Plan } from '../plan/plan.ts';

/*
 * The service judges a release before anything is uploaded: it alone knows the rules of the app's clients and what was
 * published before. Nothing of it is repeated here.
 */

/** The review stores nothing and does not look at hashes: reading gigabytes first would only make people wait. */
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
  // An empty file is a mistake of its own, told beside the others.
  size: Math.max(1, sizeBytes),
  sha256: unknownSha256,
  ...facts,
  ...(companionOf === undefined ? {} : { companionOf }),
  ...(signature === undefined || signature === '' ? {} : { signature }),
});

/** What the service says of these files as a release; stores nothing. */
export const requestReview = async (plan: Plan, items: PlanItem[], { client }: Context): Promise<Review> => {
  const { app, version, channel } = plan;
  return (await client().reviewRelease(app, { version, channel, artifacts: items.map(declared) })).review;
};

/** What to do about a warning or a refusal, where the service cannot know it: how these files came about. */
const hints: Record<string, string> = {
  'signature-missing':
    'Build with "createUpdaterArtifacts": true and TAURI_SIGNING_PRIVATE_KEY: the .sig file belongs beside its bundle.',
  'signature-version-differs': 'Build again, or publish the version that was built.',
};

/** Tauri's bundler signs no disk image, and its updater could not install one. */
const peopleHint = (code: string, detail: string, { items }: Plan): string | undefined => {
  if (code !== 'signature-missing') return undefined;
  const item = items.find(({ target, path }) => isManualInstaller(path) && detail.includes(` ${target} `));
  return item === undefined
    ? undefined
    : `${item.path} is an installer for people, which the updater cannot install: publish the .app.tar.gz that was built with it, and offer this file for download elsewhere.`;
};

const withHint = ({ code, detail }: Warning, plan: Plan): Warning => {
  const hint = peopleHint(code, detail, plan) ?? (Object.hasOwn(hints, code) ? hints[code] : undefined);
  return { code, detail: hint === undefined ? detail : `${detail} ${hint}` };
};

/** What speaks of the release as a whole, and so of what every job brings. */
const ofRelease = ['older-version', 'version-unreadable'];
/** What the other jobs of a matrix may still bring. */
const ofTheWhole = ['no-artifacts', 'target-dropped'];

/** One job of many answers for its own files: what others declared, those who declared it have weighed. */
const ownWarnings = async (plan: Plan, { warnings }: Review, context: Context): Promise<Warning[]> => {
  const others = new Set((await requestReview(plan, [], context)).warnings.map(({ detail }) => detail));
  return warnings.filter(
    ({ code, detail }) => ofRelease.includes(code) || !(ofTheWhole.includes(code) || others.has(detail)),
  );
};

/** A release of that version is compared when the draft is made: the same files, or none at all, are no mistake. */
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

/** Whether the service knows no reviews at all. */
export const isTooOldToReview = (error: unknown): boolean =>
  isProblem(error, 'not-found', 'method-not-allowed') && !/no such app/.test(error.message);

/** What the service would refuse or warn of; nothing, and a word about it, where it is too old to be asked. */
export const reviewPlan = async (plan: Plan, publishes: boolean, context: Context): Promise<Mistake[]> => {
  try {
    const review = await requestReview(plan, plan.items, context);
    const warnings = publishes ? review.warnings : await ownWarnings(plan, review, context);
    return toMistakes(review, warnings, plan);
  } catch (error) {
    if (!isTooOldToReview(error)) throw error;
    context.output.warn(
      'this service is older than the command line and cannot review a release before it is uploaded; publishing tells its warnings.',
    );
    return [];
  }
};
