import type { Release, ReleaseResponse } from '@slipway/api';
import { isAllowed, mistakeFromWarning } from '@slipway/build-files/mistake.ts';
import type { Context } from '../context.ts';
import { exitCodes, Failure, interruptedFailure } from '../errors/failure.ts';
import { toFailure } from '../errors/to-failure.ts';
import { quoteForShell } from '../terminal/shell-quote.ts';
import { assemblePlan } from './plan/assemble-plan.ts';
import {
  channelRolloutsJson,
  type PublishIntent,
  planDraftRollout,
  printChannelRollouts,
  printStartedRollout,
  publishQuestion,
  readChannelRollouts,
} from './plan/channel-rollouts.ts';
import { isUploaded, unreplacedArtifacts } from './plan/existing-files.ts';
import { findLatestRelease } from './plan/latest-release.ts';
import type { Plan } from './plan/plan.ts';
import { assertAllAllowed, assertNoMistakes, printPlan } from './plan/print-plan.ts';
import { fitToServer } from './preflight/older-server.ts';
import {
  assertNotEmpty,
  type ReleaseJob,
  type ReleaseOptions,
  readServerState,
  runPreflight,
} from './preflight/preflight.ts';
import { printAlreadyPublished, printOffers, printPublished, printUploaded } from './report/print-release.ts';
import { assertSamePublished, ensureDraft } from './upload/draft.ts';
import { explainIncomplete } from './upload/explain-incomplete.ts';
import { digestAll, uploadAll } from './upload/uploads.ts';

/* Runs spec 4.9 in order: plan, preflight, draft, declare and upload, publish, check as a client. */

const againHint = ({ argv }: Context): string =>
  `Run the same command again to continue: slipway ${argv.map(quoteForShell).join(' ')}`;

/** If the step fails, the error says that the draft remains. */
const keepingDraft = async <T>(plan: Plan, context: Context, step: () => Promise<T>): Promise<T> => {
  try {
    return await step();
  } catch (error) {
    const draftHint = `Draft ${plan.version} and its uploads are saved. ${againHint(context)}`;
    if (context.interrupted.aborted) throw interruptedFailure('Interrupted.', draftHint);
    const failure = toFailure(error);
    const remedy = failure.remedy === undefined ? draftHint : `${failure.remedy}\n${draftHint}`;
    throw new Failure(failure.message, { exit: failure.exit, code: failure.code, remedy, cause: error });
  }
};

const requiredFailure = (missing: string[], version: string): Failure =>
  new Failure(`${version} is missing ${missing.join(', ')}.`, {
    exit: exitCodes.failed,
    code: 'target-required',
    remedy: 'Nothing was published. Wait for the jobs that upload them, or run `slipway upload`.',
  });

const assertRequired = ({ require }: ReleaseOptions, { version, artifacts }: Release): void => {
  const there = new Set(artifacts.filter(isUploaded).map(({ target }) => target));
  const missing = require.filter((target) => !there.has(target));
  if (missing.length > 0) throw requiredFailure(missing, version);
};

/** Reads the draft with the server's warnings, if the key may read. */
const readFilled = async ({ options, serverState }: ReleaseJob, draft: Release, context: Context) => {
  const mustRead = serverState.app !== undefined || options.require.length > 0;
  if (!options.publishes || !mustRead) return { release: draft };
  const filled = await context.client().getRelease(draft.app, draft.id);
  assertRequired(options, filled.release);
  return filled;
};

const fillDraft = async (work: ReleaseJob, context: Context): Promise<ReleaseResponse> => {
  const { options } = work;
  const { release, continued } = await ensureDraft(context.client(), work.plan);
  // v1.2.0 and 1.2.0 are the same release; artifacts are declared under its existing name.
  const plan = { ...work.plan, version: release.version };
  context.output.object({ event: 'draft', id: release.id, version: release.version, continued });
  if (release.state !== 'draft') {
    if (plan.items.length > 0)
      context.output.note(`${release.version} (${release.id}) is already published. Comparing files.`);
    assertSamePublished(release, plan, await digestAll(plan, context));
    // The warnings were handled when it was published.
    const { warnings: _, ...published } = release;
    return { release: published };
  }
  context.output.note(`${continued ? 'Continuing' : 'Created'} draft ${release.version} (${release.id}).`);
  return await keepingDraft(plan, context, async () => {
    await uploadAll(plan, { parallel: options.parallel, resumes: continued }, context);
    return await readFilled(work, release, context);
  });
};

/** The server's review decides, because other jobs may have changed the draft since the plan was made. */
const assertReviewed = (options: ReleaseOptions, { release }: ReleaseResponse, { cwd }: Context): void =>
  assertAllAllowed((release.warnings ?? []).map(mistakeFromWarning), {
    leniency: options,
    came: 'Nothing was published. The draft is saved.',
    cwd,
  });

/** When an older job runs again, clients get the newer release, which is not a failure. */
const isSuperseded = async ({ id, app, channel }: Release, context: Context): Promise<boolean> => {
  const latest = await findLatestRelease(context.client(), app, channel);
  if (latest === undefined || latest.id === id) return false;
  context.output.line(`${latest.version} was published later, so clients get that one.`);
  return true;
};

const publishDraft = async (
  { options, plan, serverState }: ReleaseJob,
  draft: ReleaseResponse,
  context: Context,
): Promise<void> => {
  assertReviewed(options, draft, context);
  const { app, id } = draft.release;
  const planned = await planDraftRollout(options.rollout, draft.release, context);
  const { release: answered } = await context
    .client()
    .publishRelease(app, id)
    .catch((error: unknown) => {
      throw explainIncomplete(error, plan);
    });
  const { warnings = [], ...release } = answered;
  const isRepeat = draft.release.state !== 'draft';
  if (isRepeat) printAlreadyPublished(release, context);
  // Warnings allowed before the upload are not repeated.
  else
    printPublished(
      release,
      warnings.filter((warning) => !isAllowed(mistakeFromWarning(warning), options)),
      context,
    );
  await printStartedRollout(release, planned, context);
  // An empty release was allowed explicitly and is never offered.
  if (!options.verify || release.artifacts.length === 0) return;
  if (isRepeat && serverState.app !== undefined && (await isSuperseded(release, context))) return;
  if (serverState.app === undefined)
    context.output.warn('the key has no read scope, so the client-side check was skipped.');
  else await printOffers(serverState.app, release, context);
};

const intentOf = ({ plan, options, serverState }: ReleaseJob): PublishIntent => ({
  app: plan.app,
  channel: plan.channel,
  version: plan.version,
  rollout: options.rollout,
  existing: serverState.existing,
});

/** Enter publishes only if there was no warning. */
const confirmed = async (work: ReleaseJob, isWarned: boolean, context: Context): Promise<boolean> => {
  const { options, plan } = work;
  if (options.yes || !context.prompt.isInteractive) return true;
  const message = options.publishes ? publishQuestion(intentOf(work)) : `Upload to ${plan.version}?`;
  return await context.prompt.confirm({ message, nonInteractiveHint: 'Pass --yes.', initial: !isWarned });
};

export const executePlan = async (work: ReleaseJob, context: Context): Promise<void> => {
  const draft = await fillDraft(work, context);
  if (work.options.publishes) return await publishDraft(work, draft, context);
  printUploaded(draft.release, context);
};

/** Each step is safe to repeat. */
export const runRelease = async (options: ReleaseOptions, context: Context): Promise<void> => {
  context.settings.requireKey();
  const assembled = await assemblePlan(options, context);
  const state = await readServerState(assembled, context);
  const plan = await fitToServer(assembled, context);
  const work = { options, plan, serverState: state };
  const intent = intentOf(work);
  // Without read access, the server reports this instead.
  const isSeen = options.publishes && state.app !== undefined;
  const standing = isSeen ? await readChannelRollouts(intent, context) : { rolling: [], mistakes: [] };
  const signatureWarnings = new Map<string, string>();
  const mistakes = [...(await runPreflight(work, context, signatureWarnings)), ...standing.mistakes];
  assertNotEmpty(work);
  const existing = unreplacedArtifacts(plan, state.existing);
  printPlan(
    { plan, existing, mistakes, signatureWarnings, more: channelRolloutsJson(intent, standing) },
    context,
  );
  assertNoMistakes(mistakes, options, context);
  printChannelRollouts(intent, standing, context);
  if (options.dryRun) return context.output.line('Dry run: nothing was uploaded.');
  const isWarned = mistakes.length + standing.rolling.length > 0;
  if (!(await confirmed(work, isWarned, context)))
    throw interruptedFailure('Canceled. Nothing was uploaded.');
  await executePlan(work, context);
};
