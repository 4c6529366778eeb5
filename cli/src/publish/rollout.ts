import type { ListedRollout, Release, RolloutAnswer, RolloutPlan } from '@slipway/api';
import type { Context } from '../context.ts';
import { exitCodes, Failure } from '../failure.ts';
import { isProblem } from '../refusal.ts';
import { nextText, planText, stateText } from '../rollout/describe.ts';
import { warnOf } from '../rollout/tell.ts';
import type { Mistake } from './mistake.ts';
import type { Plan } from './plan.ts';
import type { Work } from './weigh.ts';

/* What publishing means for rollouts, told before anything is done: to whom the release goes, and which one it pauses. */

export interface Standing {
  /** Still rolling out on the channel: publishing pauses them. */
  rolling: ListedRollout[];
  mistakes: Mistake[];
}

const isTooOld = (error: unknown): boolean =>
  isProblem(error, 'not-found', 'method-not-allowed') && !/no such (app|release)/.test(error.message);

const tooOldFailure = (cause: unknown): Failure =>
  new Failure('This service is older than the command line and knows no rollouts.', {
    exit: exitCodes.refused,
    code: 'rollouts-unknown',
    remedy: 'Nothing was published. Upgrade the service, or publish to everyone, without --rollout.',
    cause,
  });

const readRolling = async ({ plan, wishes }: Work, { client }: Context): Promise<ListedRollout[]> => {
  try {
    const { rollouts } = await client().listRollouts(plan.app, { state: 'rolling' });
    return rollouts.filter(({ channel, version }) => channel === plan.channel && version !== plan.version);
  } catch (error) {
    if (!isTooOld(error)) throw error;
    if (wishes.rollout !== undefined) throw tooOldFailure(error);
    return [];
  }
};

const isForEveryone = ({ rollout }: Release): boolean => rollout === undefined || rollout.state === 'done';

/** Told before gigabytes are sent; the service has the last word. */
const baseMistakes = async ({ plan, wishes }: Work, { client }: Context): Promise<Mistake[]> => {
  if (wishes.rollout === undefined) return [];
  const { app, channel } = plan;
  const { releases, next } = await client().listReleases(app, { channel, state: 'published', limit: 100 });
  if (next !== null || releases.some(isForEveryone)) return [];
  const detail = `${channel} has no release for everyone yet, which the other clients could get meanwhile.`;
  return [{ code: 'no-base', detail, allowable: false, refused: true }];
};

/** How the channel stands; nothing of it where the key may not read, or nothing is going to be published. */
export const readStanding = async (work: Work, context: Context): Promise<Standing> => {
  const { wishes, known } = work;
  const isOver = known.existing !== undefined && known.existing.state !== 'draft';
  if (!wishes.publishes || known.app === undefined || isOver) return { rolling: [], mistakes: [] };
  return { rolling: await readRolling(work, context), mistakes: await baseMistakes(work, context) };
};

const plannedBefore = ({ known }: Work): string | undefined => {
  const planned = known.existing?.rollout;
  return planned?.state === 'planned' ? `${planned.percent} %` : undefined;
};

/** To whom it goes first. */
const audience = (work: Work): string | undefined => {
  const { wishes, plan } = work;
  if (wishes.rollout !== undefined) return `${plan.version} goes to ${planText(wishes.rollout)}.`;
  const before = plannedBefore(work);
  return before === undefined
    ? undefined
    : `${plan.version} has a planned rollout, which begins at ${before}; --rollout 100 gives it to everyone.`;
};

const pausedText = ({ version, percent }: ListedRollout, work: Work): string => {
  const { wishes, plan } = work;
  const isStaged = wishes.rollout !== undefined || plannedBefore(work) !== undefined;
  const then = isStaged
    ? 'the clients that it had reached are the first to get the new one'
    : `${plan.version} goes to everyone. Pass --rollout to give it to a part first`;
  return `${version} is still rolling out (${percent} %): publishing ${plan.version} pauses it, and ${then}.`;
};

/** Says to whom the release goes, and what is paused for it. */
export const tellStanding = (work: Work, { rolling }: Standing, { output }: Context): void => {
  const to = audience(work);
  if (to !== undefined) output.note(to);
  for (const one of rolling) output.warn(pausedText(one, work));
};

/** Plans the rollout of the draft, which publishing then begins; what is published already stays as it is. */
export const planOnDraft = async (
  plan: RolloutPlan | undefined,
  { id, app, state, version }: Release,
  { client, output }: Context,
): Promise<RolloutAnswer | undefined> => {
  if (plan === undefined) return undefined;
  if (state !== 'draft') {
    output.note(
      `${version} is out already: \`slipway rollout\` steers its rollout, --rollout changes nothing.`,
    );
    return undefined;
  }
  try {
    return await client().planRollout(app, id, plan);
  } catch (error) {
    throw isTooOld(error) ? tooOldFailure(error) : error;
  }
};

/** Beside what the plan's event tells. */
export const standingObject = ({ wishes }: Work, { rolling }: Standing) => ({
  ...(wishes.rollout === undefined ? {} : { rollout: wishes.rollout }),
  ...(rolling.length === 0 ? {} : { pauses: rolling.map(({ version, percent }) => ({ version, percent })) }),
});

/** What the question before publishing says of it. */
export const firstTo = (
  { rollout }: { rollout?: RolloutPlan | undefined },
  { version, channel }: Plan,
): string =>
  `Publish ${version} on ${channel}${rollout === undefined ? '' : `, to ${rollout.steps[0]?.percent} % first`}?`;

/** Where the rollout of a release stands that was just published, if it has one, and how to hold it. */
export const tellRolling = (release: Release, planned: RolloutAnswer | undefined, context: Context): void => {
  const { output } = context;
  const { version, channel, rollout, publishedAt } = release;
  if (rollout === undefined || rollout.state === 'done') return;
  const whole = planned && {
    ...planned.rollout,
    ...rollout,
    steppedAt: publishedAt ?? planned.rollout.steppedAt,
  };
  output.object({ event: 'rollout', version, channel, rollout: whole ?? rollout });
  output.line(whole ? stateText(whole, release) : `It is ${rollout.state} at ${rollout.percent} %.`);
  const next = whole && nextText(whole, release);
  if (next !== undefined) output.line(next);
  output.line(
    `\`slipway rollout watch ${version}\` follows it, \`slipway rollout pause ${version}\` stops it at once.`,
  );
  if (planned !== undefined) warnOf(planned, context);
};
