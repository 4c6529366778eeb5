import type { ListedRollout, Release, RolloutState } from '@slipway/api';
import type { Context } from '../context.ts';
import { exitCodes, Failure } from '../errors/failure.ts';
import { findLatestRelease } from '../publish/plan/latest-release.ts';
import { findRelease } from '../releases/find-release.ts';
import { forEveryoneHint } from './no-rollout.ts';

/* Selects the rollout of a version, or the active one on the channel. */

export interface RolloutRef {
  app: string;
  id: string;
  version: string;
  channel: string;
  /** Flags that a command needs besides the version to reach the same release. */
  flags?: string;
  state?: Release['state'] | undefined;
  /** Other active rollouts on the channel, if no version was given. */
  otherRollouts?: string[];
}

/** Unfinished rollouts on every channel. Excludes paused ones whose release is withdrawn or superseded. */
export const listOpenRollouts = async ({ client, settings }: Context): Promise<ListedRollout[]> => {
  const { rollouts } = await client().listRollouts(settings.app());
  const isOpen = ({ state, releaseState, superseded }: ListedRollout): boolean =>
    state === 'paused' ? releaseState === 'published' && !superseded : state !== 'done';
  return rollouts.filter(isOpen);
};

/**
 * Candidates if no version is given. Excludes a paused rollout if a later release is published, so that `rollout pause`
 * does not report the wrong release as paused.
 */
const readSteerable = async (context: Context): Promise<ListedRollout[]> => {
  const { client, settings } = context;
  const open = await listOpenRollouts(context);
  const channels = [...new Set(open.map(({ channel }) => channel))];
  const latest = await Promise.all(
    channels.map((channel) => findLatestRelease(client(), settings.app(), channel)),
  );
  const latestIds = new Set(latest.map((release) => release?.id));
  return open.filter(({ state, releaseId }) => state !== 'paused' || latestIds.has(releaseId));
};

const elsewhere = (open: ListedRollout[]): string =>
  open
    .map(({ version, channel }) => `${version} is rolling out on ${channel}: add --channel ${channel}`)
    .join('; ');

/** Explains that the latest release is out to everyone, and how to stop it. */
const nothingRolling = async (open: ListedRollout[], { client, settings }: Context): Promise<Failure> => {
  const [app, channel] = [settings.app(), settings.channel()];
  const refuse = (message: string, remedy: string) =>
    new Failure(message, { exit: exitCodes.failed, code: 'not-found', remedy });
  if (open.length > 0) return refuse(`No rollout on ${channel}.`, `${elsewhere(open)}.`);
  const latest = await findLatestRelease(client(), app, channel);
  if (latest === undefined)
    return refuse(
      `No rollout on ${channel}, and no published release.`,
      'See `slipway channels list`, and choose one with --channel.',
    );
  return refuse(
    `No rollout on ${channel}. ${latest.version} is the latest release.`,
    forEveryoneHint({ ...latest, flags: settings.flagsFor(channel) }),
  );
};

/** Tries the states in order; of several rollouts in one state, the newest wins. */
const findUnderWay = async (
  states: readonly RolloutState[],
  context: Context,
): Promise<{ found: ListedRollout | undefined; open: ListedRollout[]; otherRollouts: string[] }> => {
  const open = await readSteerable(context);
  const here = open.filter(({ channel }) => channel === context.settings.channel());
  const found = states
    .map((state) => here.find((one) => one.state === state))
    .find((one) => one !== undefined);
  const otherRollouts = here.filter((one) => one !== found && one.state === 'rolling');
  return {
    found,
    open: open.filter((one) => !here.includes(one)),
    otherRollouts: otherRollouts.map(({ version }) => version),
  };
};

/** Finds a release by version or ID, otherwise the active rollout; `states` are in order of preference. */
export const resolveRollout = async (
  name: string | undefined,
  states: readonly RolloutState[],
  context: Context,
): Promise<RolloutRef> => {
  const app = context.settings.app();
  if (name !== undefined) {
    const { id, version, channel, state } = await findRelease(name, context);
    const flags = context.settings.flagsFor(channel);
    return { app, id, version, channel, flags, state };
  }
  const { found, open, otherRollouts } = await findUnderWay(states, context);
  if (found === undefined) throw await nothingRolling(open, context);
  const { releaseId: id, version, channel } = found;
  const state = found.state === 'planned' ? 'draft' : 'published';
  return { app, id, version, channel, flags: context.settings.flagsFor(channel), state, otherRollouts };
};
