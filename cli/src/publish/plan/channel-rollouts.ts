import type { ListedRollout, Release, RolloutPlan, RolloutResponse } from '@slipway/api';
import type { Mistake } from '@slipway/build-files/mistake.ts';
import type { Context } from '../../context.ts';
import { exitCodes, Failure } from '../../errors/failure.ts';
import { isProblem } from '../../errors/to-failure.ts';
import { commandFor, nextText, planText, stateText } from '../../rollout/describe.ts';
import { printWarnings } from '../../rollout/print-rollout.ts';

export interface PublishIntent {
  app: string;
  channel: string;
  version: string;
  rollout: RolloutPlan | undefined;
  existing: Release | undefined;
}

export interface ChannelRollouts {
  /** Active rollouts on the channel, which publishing pauses. */
  rolling: ListedRollout[];
  mistakes: Mistake[];
}

const isTooOld = (error: unknown): boolean =>
  isProblem(error, 'not-found', 'method-not-allowed') && !/no such (app|release)/.test(error.message);

const tooOldFailure = (cause: unknown): Failure =>
  new Failure('This server is older than the CLI and doesn’t support rollouts.', {
    exit: exitCodes.refused,
    code: 'rollouts-unknown',
    remedy: 'Nothing was published. Upgrade the server, or publish without --rollout.',
    cause,
  });

/** Covers all channels. Empty on an older server without rollouts, unless one is `required`. */
export const listRollingRollouts = async (
  app: string,
  { client }: Context,
  required = false,
): Promise<ListedRollout[]> => {
  try {
    return (await client().listRollouts(app, { state: 'rolling' })).rollouts;
  } catch (error) {
    if (!isTooOld(error)) throw error;
    if (required) throw tooOldFailure(error);
    return [];
  }
};

const readRolling = async (intent: PublishIntent, context: Context): Promise<ListedRollout[]> =>
  (await listRollingRollouts(intent.app, context, intent.rollout !== undefined)).filter(
    ({ channel, version }) => channel === intent.channel && version !== intent.version,
  );

const isForEveryone = ({ rollout }: Release): boolean => rollout === undefined || rollout.state === 'done';

/** Checked before gigabytes are sent; the server checks again. */
const baseMistakes = async (intent: PublishIntent, { client }: Context): Promise<Mistake[]> => {
  if (intent.rollout === undefined) return [];
  const { app, channel } = intent;
  const { releases, next } = await client().listReleases(app, { channel, state: 'published', limit: 100 });
  if (next !== null || releases.some(isForEveryone)) return [];
  const detail = `${channel} has no release that is available to everyone yet. Publish one without --rollout first.`;
  return [{ code: 'no-base', detail, allowable: false, refused: true }];
};

/** Skipped if the release is already published. */
export const readChannelRollouts = async (
  intent: PublishIntent,
  context: Context,
): Promise<ChannelRollouts> => {
  const { existing } = intent;
  if (existing !== undefined && existing.state !== 'draft') return { rolling: [], mistakes: [] };
  return { rolling: await readRolling(intent, context), mistakes: await baseMistakes(intent, context) };
};

const plannedBefore = ({ existing }: PublishIntent): string | undefined => {
  const planned = existing?.rollout;
  return planned?.state === 'planned' ? `${planned.percent}%` : undefined;
};

/** The first clients to get it. */
const audience = (intent: PublishIntent): string | undefined => {
  const { rollout, version } = intent;
  if (rollout !== undefined) return `Rollout: ${planText(rollout)}.`;
  const before = plannedBefore(intent);
  return before === undefined
    ? undefined
    : `${version} has a planned rollout starting at ${before}. Pass --rollout 100 to publish to everyone.`;
};

const pausedText = ({ version, percent }: ListedRollout, intent: PublishIntent): string => {
  const isStaged = intent.rollout !== undefined || plannedBefore(intent) !== undefined;
  const then = isStaged
    ? 'the clients it reached get the new one first'
    : `${intent.version} goes to everyone; pass --rollout for a staged rollout`;
  return `${version} is still rolling out (${percent}%). Publishing ${intent.version} pauses it, and ${then}.`;
};

export const printChannelRollouts = (
  intent: PublishIntent,
  { rolling }: ChannelRollouts,
  { output }: Context,
): void => {
  const to = audience(intent);
  if (to !== undefined) output.note(to);
  for (const one of rolling) output.warn(pausedText(one, intent));
};

/** Publishing starts the planned rollout; a published release stays unchanged. */
export const planDraftRollout = async (
  plan: RolloutPlan | undefined,
  { id, app, state, version }: Release,
  { client, output }: Context,
): Promise<RolloutResponse | undefined> => {
  if (plan === undefined) return undefined;
  if (state !== 'draft') {
    output.note(`${version} is already published; --rollout is ignored. Use \`slipway rollout\`.`);
    return undefined;
  }
  try {
    return await client().planRollout(app, id, plan);
  } catch (error) {
    throw isTooOld(error) ? tooOldFailure(error) : error;
  }
};

/** Extra fields for the plan event. */
export const channelRolloutsJson = ({ rollout }: PublishIntent, { rolling }: ChannelRollouts) => ({
  ...(rollout === undefined ? {} : { rollout }),
  ...(rolling.length === 0 ? {} : { pauses: rolling.map(({ version, percent }) => ({ version, percent })) }),
});

export const publishQuestion = ({ rollout, version, channel }: PublishIntent): string =>
  `Publish ${version} on ${channel}${rollout === undefined ? '' : `, starting at ${rollout.steps[0]?.percent}%`}?`;

/** Prints the status of the rollout that publishing started, if any, and how to pause it. */
export const printStartedRollout = async (
  release: Release,
  planned: RolloutResponse | undefined,
  context: Context,
): Promise<void> => {
  const { output, client, settings } = context;
  const { app, id, version, channel, rollout: summary } = release;
  if (summary === undefined || summary.state === 'done') return;
  const { rollout } = await client().getRollout(app, id);
  output.object({ event: 'rollout', version, channel, rollout });
  const of = { version, channel, flags: settings.flagsFor(channel) };
  output.line(stateText(rollout, of));
  const next = nextText(rollout, of);
  if (next !== undefined) output.line(next);
  output.line(`Watch it: ${commandFor('rollout watch', of)} · Pause it: ${commandFor('rollout pause', of)}`);
  if (planned !== undefined) printWarnings(planned, context);
};
