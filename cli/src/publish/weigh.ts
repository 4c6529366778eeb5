import type { App, Release } from '@slipway/api';
import type { Context } from '../context.ts';
import { usageFailure } from '../failure.ts';
import { isProblem } from '../refusal.ts';
import type { Wishes } from './assemble.ts';
import { findByVersion } from './draft.ts';
import { findHeldMistakes, heldBeside, isUploaded, unfinished } from './held.ts';
import { findRegressions } from './history.ts';
import { findMistakes } from './mistakes.ts';
import type { Mistake, Plan } from './plan.ts';
import { findStaleBuilds } from './stale-build.ts';

/* What would go wrong with a release, weighed before anything is sent: the plan beside what the service holds. */

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
export interface Work {
  wishes: ReleaseWishes;
  plan: Plan;
  known: Known;
}

export const readKnown = async (plan: Plan, context: Context): Promise<Known> => {
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

export const lookForMistakes = async (work: Work, context: Context): Promise<Mistake[]> => {
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

export const assertSomething = ({ wishes, plan, known }: Work): void => {
  if (plan.items.length > 0) return;
  if (wishes.publishes && known.existing !== undefined) return;
  // Without reading it, a draft that other jobs have filled looks like none: publishing might mean an empty one.
  const draft = known.app === undefined ? 'the key may not read drafts' : `${plan.version} has no draft`;
  throw usageFailure(
    `Nothing to ${wishes.publishes ? 'publish' : 'upload'}: no bundle was found and ${draft}.`,
    'Build first, name files or folders, or pass --target name=path.',
  );
};
