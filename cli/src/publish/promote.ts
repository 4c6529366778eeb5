import type { App, Promotion, Release, RolloutPlan } from '@slipway/api';
import { type AllowOptions, isAllowed, mistakeFromWarning } from '@slipway/build-files/mistake.ts';
import type { Context } from '../context.ts';
import { interruptedFailure } from '../errors/failure.ts';
import { isProblem } from '../errors/to-failure.ts';
import {
  type PublishIntent,
  planDraftRollout,
  printChannelRollouts,
  printStartedRollout,
  publishQuestion,
  readChannelRollouts,
} from './plan/channel-rollouts.ts';
import { assertAllAllowed } from './plan/print-plan.ts';
import { printOffers, printPublished } from './report/print-release.ts';
import { findByVersion } from './upload/draft.ts';

/* Copies a release to another channel as a draft with the same bytes, and optionally publishes it. */

const isSame = (original: Release, copy: Release): boolean =>
  original.artifacts
    .filter(({ state }) => state === 'active')
    .every(({ target, sha256 }) =>
      copy.artifacts.some((one) => one.target === target && one.sha256 === sha256),
    );

/** Reuses the draft of an earlier run. */
export const promote = async (original: Release, to: Promotion, context: Context): Promise<Release> => {
  const client = context.client();
  const { app, id } = original;
  try {
    return (await client.promoteRelease(app, id, to)).release;
  } catch (error) {
    if (!isProblem(error, 'version-taken')) throw error;
    const requested = { channel: to.channel, version: to.version ?? original.version };
    const existing = await findByVersion(client, app, requested);
    if (existing === undefined || !isSame(original, existing)) throw error;
    return existing;
  }
};

export interface PromotionOptions extends AllowOptions {
  rollout: RolloutPlan | undefined;
  yes: boolean;
}

/** As in `publish`, Enter confirms only if there were no warnings. */
const confirm = async (intent: PublishIntent, isWarned: boolean, { prompt }: Context): Promise<void> => {
  const message = publishQuestion(intent);
  const isAgreed = await prompt.confirm({ message, nonInteractiveHint: 'Pass --yes.', initial: !isWarned });
  if (!isAgreed) throw interruptedFailure('Canceled. Nothing was published; the draft is saved.');
};

/** Runs the same checks and reports as `publish`. */
export const publishPromoted = async (
  draft: Release,
  options: PromotionOptions,
  context: Context,
): Promise<void> => {
  const { app: slug, id, channel, version } = draft;
  const intent = { app: slug, channel, version, rollout: options.rollout, existing: draft };
  const standing = await readChannelRollouts(intent, context);
  const mistakes = [...(draft.warnings ?? []).map(mistakeFromWarning), ...standing.mistakes];
  for (const { code, detail } of mistakes.filter((one) => isAllowed(one, options)))
    context.output.warn(`${detail} [${code}]`);
  const came = 'Nothing was published. The draft is saved.';
  assertAllAllowed(mistakes, { leniency: options, came, cwd: context.cwd });
  printChannelRollouts(intent, standing, context);
  const isWarned = mistakes.length + standing.rolling.length > 0;
  if (!options.yes && context.prompt.isInteractive) await confirm(intent, isWarned, context);
  const planned = await planDraftRollout(options.rollout, draft, context);
  const { warnings: _, ...release } = (await context.client().publishRelease(slug, id)).release;
  printPublished(release, [], context);
  await printStartedRollout(release, planned, context);
  const { app }: { app: App } = await context.client().getApp(slug);
  await printOffers(app, release, context);
};
