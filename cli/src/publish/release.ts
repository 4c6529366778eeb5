import type { App, Release, ReleaseAnswer, Warning } from '@slipway/api';
import type { Context } from '../context.ts';
import { exitCodes, Failure, interruptedFailure, usageFailure } from '../failure.ts';
import { isProblem, toFailure } from '../refusal.ts';
import { quoteForShell } from '../terminal/shell-quote.ts';
import { assemblePlan, type Wishes } from './assemble.ts';
import { assertSamePublished, ensureDraft, findByVersion } from './draft.ts';
import { findHeldMistakes, heldBeside, isUploaded, unfinished } from './held.ts';
import { findRegressions } from './history.ts';
import { explainIncomplete } from './incomplete.ts';
import { findMistakes } from './mistakes.ts';
import { findOffers } from './offered.ts';
import type { AllowableCode, Mistake, Plan } from './plan.ts';
import { assertAllAllowed, assertNoMistakes, isAllowed, showPlan } from './show-plan.ts';
import { findStaleBuilds } from './stale-build.ts';
import { digestAll, uploadAll } from './uploads.ts';

/* The whole of spec 4.9 in order: plan, look for mistakes, draft, declare and upload, publish, ask as a client. */

export interface ReleaseWishes extends Wishes {
  /** Whether to publish what was uploaded; false for one job of many. */
  publishes: boolean;
  require: string[];
  allow: string[];
  dryRun: boolean;
  yes: boolean;
  verify: boolean;
  parallel: number;
}

/** What the service knows before anything is sent; undefined where the key may not read. */
interface Known {
  app: App | undefined;
  existing: Release | undefined;
}

/** A release under way. */
interface Work {
  wishes: ReleaseWishes;
  plan: Plan;
  known: Known;
}

const readKnown = async (plan: Plan, context: Context): Promise<Known> => {
  const client = context.client();
  try {
    const { app } = await client.getApp(plan.app);
    return { app, existing: await findByVersion(client, plan.app, plan) };
  } catch (error) {
    if (!isProblem(error, 'scope-missing')) throw error;
    context.output.warn('the key may not read: nothing is compared with earlier releases.');
    return { app: undefined, existing: undefined };
  }
};

const adapterOf = (app: App | undefined, plan: Plan): string =>
  app?.adapter ?? (plan.items.some(({ bundle }) => bundle.origin === 'tauri') ? 'tauri' : 'rest');

const requiredFailure = (missing: string[], version: string): Failure =>
  new Failure(`${version} lacks ${missing.join(', ')}.`, {
    exit: exitCodes.failed,
    code: 'target-required',
    remedy: 'Nothing was published. Wait for the jobs that upload them, or run `slipway upload` for them.',
  });

/** Required targets that neither the plan brings nor anyone has uploaded. */
const missingMistakes = ({ wishes, plan, known }: Work): Mistake[] => {
  const held = heldBeside(plan, known.existing);
  const there = new Set([...plan.items, ...held.filter(isUploaded)].map(({ target }) => target));
  const missing = wishes.require.filter((target) => !there.has(target));
  if (missing.length === 0) return [];
  const begun = missing.filter((missed) => held.some(({ target }) => target === missed));
  const more = begun.length === 0 ? '' : ` ${unfinished(begun)}`;
  const detail = `${plan.version} lacks ${missing.join(', ')}.${more}`;
  return [{ code: 'target-required', allowable: false, detail }];
};

/** What stands in the way of publishing what the draft will hold, the work of other jobs included. */
const draftMistakes = (work: Work, adapter: string): Mistake[] => {
  const { plan, known } = work;
  const held = heldBeside(plan, known.existing);
  const mistakes = missingMistakes(work);
  if (known.existing?.state === 'draft') mistakes.push(...findHeldMistakes(held, plan.version, adapter));
  if (plan.items.length + held.length === 0) {
    const detail = `${plan.version} has no artifacts: no client would be offered it.`;
    mistakes.push({ code: 'no-artifacts', allowable: true, detail });
  }
  return mistakes;
};

const lookForMistakes = async (work: Work, context: Context): Promise<Mistake[]> => {
  const { wishes, plan, known } = work;
  const adapter = adapterOf(known.app, plan);
  const mistakes = [...findMistakes(plan, adapter), ...(await findStaleBuilds(plan, context.interrupted))];
  if (wishes.publishes) mistakes.push(...draftMistakes(work, adapter));
  if (known.app !== undefined && known.existing?.state !== 'published') {
    const has = new Set([...plan.items, ...heldBeside(plan, known.existing)].map(({ target }) => target));
    const regressions = await findRegressions(context.client(), plan, has);
    // One job of many lacks what the others bring.
    mistakes.push(...regressions.filter(({ code }) => wishes.publishes || code !== 'target-dropped'));
  }
  return mistakes;
};

const assertSomething = ({ wishes, plan, known }: Work): void => {
  if (plan.items.length > 0) return;
  if (wishes.publishes && known.existing !== undefined) return;
  // Without reading it, a draft that other jobs have filled looks like none: publishing might mean an empty one.
  const draft = known.app === undefined ? 'the key may not read drafts' : `${plan.version} has no draft`;
  throw usageFailure(
    `Nothing to ${wishes.publishes ? 'publish' : 'upload'}: no bundle was found and ${draft}.`,
    'Build first, name files or folders, or pass --target name=path.',
  );
};

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
  const { wishes, plan } = work;
  const { release, continued } = await ensureDraft(context.client(), plan);
  context.output.object({ event: 'draft', id: release.id, version: release.version, continued });
  if (release.state !== 'draft') {
    context.output.note(`${release.version} (${release.id}) is published already; comparing.`);
    assertSamePublished(release, plan, await digestAll(plan, context));
    return { release };
  }
  context.output.note(`${continued ? 'Continuing' : 'Made'} the draft ${release.version} (${release.id}).`);
  return await keepingDraft(plan, context, async () => {
    await uploadAll(plan, { parallel: wishes.parallel, resumes: continued }, context);
    return await readFilled(work, release, context);
  });
};

/** A doubt of the service's, among ours: the two go by the same codes, and a newer one's by `all`. */
const doubtOf = ({ code, detail }: Warning): Mistake => ({
  code: code as AllowableCode,
  detail,
  allowable: true,
});

/** The service's own review has the last word: other jobs may have changed the draft since the plan was made. */
const assertReviewed = (wishes: ReleaseWishes, { warnings = [] }: ReleaseAnswer, { cwd }: Context): void =>
  assertAllAllowed(warnings.map(doubtOf), {
    allowed: wishes.allow,
    came: 'Nothing was published; the draft is kept.',
    cwd,
  });

const tellPublished = (release: Release, warnings: Warning[], context: Context): void => {
  const { output } = context;
  output.object({ event: 'published', release, warnings });
  for (const { detail } of warnings) output.warn(detail);
  output.line(
    `${output.tone('good', 'Published')} ${release.app} ${release.version} on ${release.channel} (${release.id}).`,
  );
};

const tellOffers = async (app: App, release: Release, context: Context): Promise<void> => {
  const { output } = context;
  const offers = await findOffers(context.publicClient(app.publicUrl), { app, release }, context.interrupted);
  const url = `${app.publicUrl}/releases/v1/apps/${app.publicSlug}/latest?channel=${encodeURIComponent(release.channel)}`;
  output.object({ event: 'offered', version: release.version, url, offers });
  for (const { target, url: address } of offers) output.line(`  ${target}  ${address}`);
  output.line(`Clients are offered it at ${app.publicUrl}; it reads at ${url}`);
};

const tellUploaded = ({ id, version, state }: Release, { output }: Context): void => {
  output.object({ event: 'done', id, version, state });
  output.line(
    state === 'draft'
      ? `Uploaded to the draft ${version} (${id}). Publish it with \`slipway publish --release ${version}\`.`
      : `${version} (${id}) is published already, with the same files.`,
  );
};

const publishDraft = async (
  { wishes, plan, known }: Work,
  draft: ReleaseAnswer,
  context: Context,
): Promise<void> => {
  assertReviewed(wishes, draft, context);
  const { app, id } = draft.release;
  const { release, warnings = [] } = await context
    .client()
    .publishRelease(app, id)
    .catch((error: unknown) => {
      throw explainIncomplete(error, plan);
    });
  // What was weighed before the upload and allowed is not told again.
  tellPublished(
    release,
    warnings.filter((warning) => !isAllowed(doubtOf(warning), wishes.allow)),
    context,
  );
  // An empty release was allowed by its code: nobody expects an offer of it.
  if (!wishes.verify || release.artifacts.length === 0) return;
  if (known.app === undefined)
    context.output.warn('the key may not read the app: whether clients are offered it was not checked.');
  else await tellOffers(known.app, release, context);
};

const confirmed = async (wishes: ReleaseWishes, plan: Plan, context: Context): Promise<boolean> => {
  if (wishes.yes || !context.ask.possible) return true;
  const message = wishes.publishes
    ? `Publish ${plan.version} on ${plan.channel}?`
    : `Upload to ${plan.version}?`;
  return await context.ask.confirm({ message, otherwise: 'Pass --yes.' });
};

/** Does all of it, or as much as was wished for; each step is safe to repeat. */
export const runRelease = async (wishes: ReleaseWishes, context: Context): Promise<void> => {
  context.settings.key();
  const plan = await assemblePlan(wishes, context);
  const known = await readKnown(plan, context);
  const work = { wishes, plan, known };
  const mistakes = await lookForMistakes(work, context);
  assertSomething(work);
  showPlan({ plan, held: heldBeside(plan, known.existing), mistakes }, context);
  assertNoMistakes(mistakes, wishes.allow, context);
  if (wishes.dryRun) return context.output.line('A dry run: nothing was sent.');
  if (!(await confirmed(wishes, plan, context))) throw interruptedFailure('Stopped: nothing was sent.');
  const draft = await fillDraft(work, context);
  if (wishes.publishes) return await publishDraft(work, draft, context);
  tellUploaded(draft.release, context);
};
