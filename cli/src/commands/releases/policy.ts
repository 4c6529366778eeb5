import type { Release, ReleaseChange } from '@slipway/api';
import { type Command, hasFlag, type Input, optionList, optionText, sharedOptions } from '../../command.ts';
import { usageFailure } from '../../errors/failure.ts';
import { findRelease } from '../../releases/find-release.ts';
import { policyLines } from '../../releases/policy.ts';
import { oneLine } from '../../terminal/plain-text.ts';

const milestoneOf = (input: Input): Pick<ReleaseChange, 'milestone'> => {
  const { milestone } = input.options;
  if (milestone === false) return { milestone: null };
  return typeof milestone === 'string' ? { milestone: { reason: milestone } } : {};
};

const criticalOf = ({ options: { critical } }: Input): Pick<ReleaseChange, 'critical'> =>
  typeof critical === 'boolean' ? { critical } : {};

/** Adds to the existing value; `--from-any` starts from an empty one. */
const fromOf = (input: Input, release: Release): Pick<ReleaseChange, 'from'> => {
  const existing = hasFlag(input, 'fromAny') ? undefined : release.from;
  const atLeast = optionText(input, 'fromAtLeast');
  const excepted = optionList(input, 'notFrom');
  if (atLeast === undefined && excepted.length === 0) return hasFlag(input, 'fromAny') ? { from: null } : {};
  const least = atLeast ?? existing?.atLeast ?? undefined;
  const except = [...new Set([...(existing?.except ?? []), ...excepted])];
  return { from: { ...(least === undefined ? {} : { atLeast: least }), except } };
};

/** A misspelled target would hold nothing, and its clients would still get the release. */
const assertTargets = (targets: string[], { artifacts, version, state }: Release): void => {
  const existing = artifacts.map(({ target }) => target);
  const unknown = targets.filter((target) => !existing.includes(target));
  if (unknown.length > 0 && state !== 'draft')
    throw usageFailure(`${version} has no target ${unknown.join(', ')}.`, `It has ${existing.join(', ')}.`);
};

const heldOf = (input: Input, release: Release): Pick<ReleaseChange, 'heldTargets'> => {
  const [hold, unhold] = [optionList(input, 'hold'), optionList(input, 'unhold')];
  if (hold.length === 0 && unhold.length === 0) return {};
  assertTargets(hold, release);
  const heldTargets = [...(release.heldTargets ?? []), ...hold];
  const left = unhold.includes('all') ? hold : heldTargets.filter((target) => !unhold.includes(target));
  return { heldTargets: [...new Set(left)] };
};

const changeOf = (input: Input, release: Release): ReleaseChange => ({
  ...milestoneOf(input),
  ...criticalOf(input),
  ...fromOf(input, release),
  ...heldOf(input, release),
});

export const changePolicy: Command = {
  name: 'releases policy',
  summary:
    'Show whom a release is for, or change it: milestone, critical, which versions it may follow, held targets.',
  about: `A milestone is a release that no client skips: older clients get it first, then what comes after. Older clients must
not put off a critical one. \`--not-from\` and \`--from-at-least\` say which versions it may follow, \`--hold\` stops offering it
to a target; these clients get the release before. What is given is added to what was said before; \`--no-milestone\`,
\`--no-critical\`, \`--from-any\` and \`--unhold\` take it back. Changes apply to drafts and to published releases.`,
  args: [{ name: '<release>', about: 'its version or id' }],
  options: [
    sharedOptions.app,
    sharedOptions.channel,
    { flags: '--milestone <reason>', about: 'no client may skip it, and why' },
    { flags: '--no-milestone', about: 'clients may skip it' },
    { flags: '--critical', about: 'older clients must not put it off' },
    { flags: '--no-critical', about: 'they may' },
    { flags: '--from-at-least <version>', about: 'do not offer it to clients older than this' },
    { flags: '--not-from <versions>', about: 'nor to clients of these versions', repeats: true },
    { flags: '--from-any', about: 'offer it to clients of every version' },
    { flags: '--hold <targets>', about: 'do not offer it to these targets for now', repeats: true },
    { flags: '--unhold <targets>', about: 'offer it to these targets again, or to all', repeats: true },
  ],
  examples: [
    { command: 'slipway releases policy 1.4.0', does: 'Shows whom 1.4.0 is for.' },
    {
      command: 'slipway releases policy 1.4.0 --hold darwin-aarch64',
      does: 'Stops offering it to Macs with Apple’s processors, and goes on with all others.',
    },
    {
      command: 'slipway releases policy 2.0.0 --milestone "moves the settings" --not-from 1.4.1',
      does: 'Lets no client skip 2.0.0, and does not offer it to clients of 1.4.1.',
    },
  ],
  async run(input, context) {
    const { client, output } = context;
    const release = await findRelease(input.args[0] ?? '', context);
    const change = changeOf(input, release);
    const isChanged = Object.keys(change).length > 0;
    const answer = isChanged ? await client().changeRelease(release.app, release.id, change) : { release };
    output.object(answer);
    const lines = policyLines(answer.release);
    const name = `${release.version} on ${release.channel}`;
    output.line(lines.length === 0 ? `${name} is for every client.` : `${name}:`);
    for (const line of lines) output.line(`  ${line}`);
    if (isChanged && release.state === 'published')
      output.note('Caches may give earlier answers for up to six minutes.');
    for (const { detail } of answer.release.warnings ?? []) output.warn(oneLine(detail));
  },
};
