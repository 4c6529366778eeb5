import type { Release, ReleaseAnswer } from '@slipway/api';
import { fromWarning, passes } from '@slipway/build-files/mistake.ts';
import type { Context } from '../context.ts';
import { exitCodes, Failure, interruptedFailure } from '../errors/failure.ts';
import { toFailure } from '../errors/to-failure.ts';
import { quoteForShell } from '../terminal/shell-quote.ts';
import { assemblePlan } from './plan/assemble-plan.ts';
import { heldBeside, isUploaded } from './plan/existing-files.ts';
import { findLatest } from './plan/latest-release.ts';
import type { Plan } from './plan/plan.ts';
import {
  type Intent,
  planOnDraft,
  publishQuestion,
  readStanding,
  standingObject,
  tellRolling,
  tellStanding,
} from './plan/rollout.ts';
import { assertAllPass, assertNoMistakes, showPlan } from './plan/show-plan.ts';
import { fitToService } from './preflight/older-server.ts';
import {
  assertSomething,
  lookForMistakes,
  type ReleaseWishes,
  readKnown,
  type Work,
} from './preflight/preflight.ts';
import { tellAlreadyPublished, tellOffers, tellPublished, tellUploaded } from './report/print-release.ts';
import { assertSamePublished, ensureDraft } from './upload/draft.ts';
import { explainIncomplete } from './upload/incomplete.ts';
import { digestAll, uploadAll } from './upload/uploads.ts';

/* The whole of spec 4.9 in order: plan, look for mistakes, draft, declare and upload, publish, ask as a client. */

const againHint = ({ words }: Context): string =>
  `Run the same command again to go on: slipway ${words.map(quoteForShell).join(' ')}`;

/** Runs a step that leaves a draft behind when it fails, and says so. */
const keepingDraft = async <T>(plan: Plan, context: Context, step: () => Promise<T>): Promise<T> => {
  try {
    return await step();
  } catch (error) {
    const kept = `The draft ${plan.version} and what has arrived are kept. ${againHint(context)}`;
    if (context.interrupted.aborted) throw interruptedFailure('Stopped.', kept);
    const failure = toFailure(error);
    const remedy = failure.remedy === undefined ? kept : `${failure.remedy}\n${kept}`;
    throw new Failure(failure.message, { exit: failure.exit, code: failure.code, remedy, cause: error });
  }
};

const requiredFailure = (missing: string[], version: string): Failure =>
  new Failure(`${version} lacks ${missing.join(', ')}.`, {
    exit: exitCodes.failed,
    code: 'target-required',
    remedy: 'Nothing was published. Wait for the jobs that upload them, or run `slipway upload` for them.',
  });

const assertRequired = ({ require }: ReleaseWishes, { version, artifacts }: Release): void => {
  const there = new Set(artifacts.filter(isUploaded).map(({ target }) => target));
  const missing = require.filter((target) => !there.has(target));
  if (missing.length > 0) throw requiredFailure(missing, version);
};

/** Reads the filled draft as it stands, with what the service would warn of, where the key may read. */
const readFilled = async ({ wishes, known }: Work, draft: Release, context: Context) => {
  const mustRead = known.app !== undefined || wishes.require.length > 0;
  if (!wishes.publishes || !mustRead) return { release: draft };
  const filled = await context.client().getRelease(draft.app, draft.id);
  assertRequired(wishes, filled.release);
  return filled;
};

const fillDraft = async (work: Work, context: Context): Promise<ReleaseAnswer> => {
  const { wishes } = work;
  const { release, continued } = await ensureDraft(context.client(), work.plan);
  // v1.2.0 and 1.2.0 are one release, and its artifacts are declared by the name that it has.
  const plan = { ...work.plan, version: release.version };
  context.output.object({ event: 'draft', id: release.id, version: release.version, continued });
  if (release.state !== 'draft') {
    if (plan.items.length > 0)
      context.output.note(`${release.version} (${release.id}) is already published; comparing the files.`);
    assertSamePublished(release, plan, await digestAll(plan, context));
    // It was weighed when it was published: what is to be said of it stops nobody now.
    const { warnings: _, ...published } = release;
    return { release: published };
  }
  context.output.note(
    `${continued ? 'Continuing' : 'Created'} the draft ${release.version} (${release.id}).`,
  );
  return await keepingDraft(plan, context, async () => {
    await uploadAll(plan, { parallel: wishes.parallel, resumes: continued }, context);
    return await readFilled(work, release, context);
  });
};

/** The service's own review has the last word: other jobs may have changed the draft since the plan was made. */
const assertReviewed = (wishes: ReleaseWishes, { release }: ReleaseAnswer, { cwd }: Context): void =>
  assertAllPass((release.warnings ?? []).map(fromWarning), {
    leniency: wishes,
    came: 'Nothing was published; the draft is kept.',
    cwd,
  });

/** A job of an older release that runs again: clients are offered the newer one, which is no failure. */
const isSuperseded = async ({ id, app, channel }: Release, context: Context): Promise<boolean> => {
  const latest = await findLatest(context.client(), app, channel);
  if (latest === undefined || latest.id === id) return false;
  context.output.line(`${latest.version} was published after it: clients are offered that one.`);
  return true;
};

const publishDraft = async (
  { wishes, plan, known }: Work,
  draft: ReleaseAnswer,
  context: Context,
): Promise<void> => {
  assertReviewed(wishes, draft, context);
  const { app, id } = draft.release;
  const planned = await planOnDraft(wishes.rollout, draft.release, context);
  const { release: answered } = await context
    .client()
    .publishRelease(app, id)
    .catch((error: unknown) => {
      throw explainIncomplete(error, plan);
    });
  const { warnings = [], ...release } = answered;
  const isRepeat = draft.release.state !== 'draft';
  if (isRepeat) tellAlreadyPublished(release, context);
  // What was weighed before the upload and allowed is not told again.
  else
    tellPublished(
      release,
      warnings.filter((warning) => !passes(fromWarning(warning), wishes)),
      context,
    );
  await tellRolling(release, planned, context);
  // An empty release was allowed by its code: nobody expects an offer of it.
  if (!wishes.verify || release.artifacts.length === 0) return;
  if (isRepeat && known.app !== undefined && (await isSuperseded(release, context))) return;
  if (known.app === undefined)
    context.output.warn('the key may not read the app, so the release was not checked on the public host.');
  else await tellOffers(known.app, release, context);
};

const intentOf = ({ plan, wishes, known }: Work): Intent => ({
  app: plan.app,
  channel: plan.channel,
  version: plan.version,
  rollout: wishes.rollout,
  existing: known.existing,
});

/** After a warning the default answer is No: Enter publishes only where there was none. */
const confirmed = async (work: Work, isWarned: boolean, context: Context): Promise<boolean> => {
  const { wishes, plan } = work;
  if (wishes.yes || !context.ask.possible) return true;
  const message = wishes.publishes ? publishQuestion(intentOf(work)) : `Upload to ${plan.version}?`;
  return await context.ask.confirm({ message, otherwise: 'Pass --yes.', initial: !isWarned });
};

/** Sends a plan that was weighed and agreed to, and publishes it where that is wished for. */
export const carryOut = async (work: Work, context: Context): Promise<void> => {
  const draft = await fillDraft(work, context);
  if (work.wishes.publishes) return await publishDraft(work, draft, context);
  tellUploaded(draft.release, context);
};

/** Does all of it, or as much as was wished for; each step is safe to repeat. */
export const runRelease = async (wishes: ReleaseWishes, context: Context): Promise<void> => {
  context.settings.demandKey();
  const assembled = await assemblePlan(wishes, context);
  const known = await readKnown(assembled, context);
  const plan = await fitToService(assembled, context);
  const work = { wishes, plan, known };
  const intent = intentOf(work);
  // A key that may not read hears of it from the service.
  const isSeen = wishes.publishes && known.app !== undefined;
  const standing = isSeen ? await readStanding(intent, context) : { rolling: [], mistakes: [] };
  const doubts = new Map<string, string>();
  const mistakes = [...(await lookForMistakes(work, context, doubts)), ...standing.mistakes];
  assertSomething(work);
  const held = heldBeside(plan, known.existing);
  showPlan({ plan, held, mistakes, doubts, more: standingObject(intent, standing) }, context);
  assertNoMistakes(mistakes, wishes, context);
  tellStanding(intent, standing, context);
  if (wishes.dryRun) return context.output.line('Dry run: nothing was uploaded.');
  const isWarned = mistakes.length + standing.rolling.length > 0;
  if (!(await confirmed(work, isWarned, context))) throw interruptedFailure('Stopped: nothing was sent.');
  await carryOut(work, context);
};
