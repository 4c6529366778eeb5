import type { App, Release, RolloutPlan } from '@slipway/api';
import { type AllowOptions, fatalMistake, type Mistake } from '@slipway/build-files/mistake.ts';
import { isSendable } from '@slipway/build-files/mistakes.ts';
import type { Context } from '../../context.ts';
import { usageFailure } from '../../errors/failure.ts';
import { isProblem } from '../../errors/to-failure.ts';
import { isUploaded, unfinishedHint, unreplacedArtifacts } from '../plan/existing-files.ts';
import type { PlanOptions } from '../plan/options.ts';
import type { Plan } from '../plan/plan.ts';
import { findByVersion } from '../upload/draft.ts';
import { hashFiles } from '../upload/hash-files.ts';
import { findMistakes } from './mistakes.ts';
import { reviewPlan } from './review.ts';
import { checkSignatures } from './signature-mistakes.ts';
import { findStaleBuilds } from './stale-build.ts';
import { readTrustedKeys } from './trusted-keys.ts';

/* Compares the plan with the server's state and finds mistakes before anything is sent. */

export interface ReleaseOptions extends PlanOptions, AllowOptions {
  /** False for one job of several that only uploads. */
  publishes: boolean;
  require: string[];
  dryRun: boolean;
  yes: boolean;
  verify: boolean;
  parallel: number;
  /** Undefined publishes to everyone. */
  rollout?: RolloutPlan | undefined;
}

/** Undefined if the key may not read. */
interface ServerState {
  app: App | undefined;
  existing: Release | undefined;
}

export interface ReleaseJob {
  options: ReleaseOptions;
  plan: Plan;
  serverState: ServerState;
}

export const readServerState = async (plan: Plan, context: Context): Promise<ServerState> => {
  const client = context.client();
  try {
    const { app } = await client.getApp(plan.app);
    return { app, existing: await findByVersion(client, plan.app, plan) };
  } catch (error) {
    if (!isProblem(error, 'scope-missing')) throw error;
    context.output.warn(
      'the key has no read scope: existing drafts aren’t shown and the published release isn’t verified.',
    );
    return { app: undefined, existing: undefined };
  }
};

/** Required targets that are neither in the plan nor uploaded. */
const missingMistakes = ({ options, plan, serverState }: ReleaseJob): Mistake[] => {
  const existing = unreplacedArtifacts(plan, serverState.existing);
  const there = new Set([...plan.items, ...existing.filter(isUploaded)].map(({ target }) => target));
  const missing = options.require.filter((target) => !there.has(target));
  if (missing.length === 0) return [];
  const begun = missing.filter((missed) => existing.some(({ target }) => target === missed));
  const more = begun.length === 0 ? '' : ` ${unfinishedHint(begun)}`;
  return [fatalMistake('target-required', `${plan.version} is missing ${missing.join(', ')}.${more}`)];
};

/** Combines local and server checks; `signatureWarnings` receives signature problems by target. */
export const runPreflight = async (
  work: ReleaseJob,
  context: Context,
  signatureWarnings = new Map<string, string>(),
): Promise<Mistake[]> => {
  const { options, plan } = work;
  const trust = await readTrustedKeys(plan, work.serverState.app, context);
  await hashFiles(plan, trust !== undefined, context.interrupted);
  const mistakes = [...findMistakes(plan), ...findStaleBuilds(plan)];
  if (trust !== undefined) {
    const report = await checkSignatures(plan, trust, context.cwd);
    mistakes.push(...report.mistakes);
    for (const [target, doubt] of report.warnings) signatureWarnings.set(target, doubt);
  }
  if (options.publishes) mistakes.push(...missingMistakes(work));
  if (!isSendable(mistakes)) return mistakes;
  const codes = new Set(mistakes.map(({ code }) => code));
  const reviewed = await reviewPlan(plan, options.publishes, context);
  return [...mistakes, ...reviewed.filter(({ code }) => code !== 'version-unreadable' || !codes.has(code))];
};

export const assertNotEmpty = ({ options, plan, serverState }: ReleaseJob): void => {
  if (plan.items.length > 0) return;
  if (options.publishes && serverState.existing !== undefined) return;
  // Without read access, a draft that other jobs filled looks empty.
  const draft = serverState.app === undefined ? 'the key can’t read drafts' : `${plan.version} has no draft`;
  throw usageFailure(
    `Nothing to ${options.publishes ? 'publish' : 'upload'}: no build output found and ${draft}.`,
    'Build first, or pass files, folders or --target name=path.',
  );
};
