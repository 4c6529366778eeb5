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
    throw usageFailure(`${version} has no target ${unknown.join(', ')}.`, `Targets: ${existing.join(', ')}.`);
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
  summary: 'Show or change which clients get a release.',
  about: `Clients can’t skip a milestone: older clients get it first. A critical release tells older clients not to postpone it.
\`--not-from\` and \`--from-at-least\` exclude versions, \`--hold\` excludes a target. Excluded clients get the previous
release. Options add to the current rules; \`--no-milestone\`, \`--no-critical\`, \`--from-any\` and \`--unhold\` remove them. Works
on drafts and published releases.`,
  args: [{ name: '<release>', about: 'version or release ID' }],
  options: [
    sharedOptions.app,
    sharedOptions.channel,
    { flags: '--milestone <reason>', about: 'clients can’t skip this release; give the reason' },
    { flags: '--no-milestone', about: 'clients may skip it' },
    { flags: '--critical', about: 'tell older clients not to postpone it' },
    { flags: '--no-critical', about: 'older clients may postpone it' },
    { flags: '--from-at-least <version>', about: 'don’t offer it to clients older than this version' },
    { flags: '--not-from <versions>', about: 'don’t offer it to clients on these versions', repeats: true },
    { flags: '--from-any', about: 'offer it to clients on any version' },
    { flags: '--hold <targets>', about: 'hold these targets', repeats: true },
    { flags: '--unhold <targets>', about: 'release held targets, or all', repeats: true },
  ],
  examples: [
    { command: 'slipway releases policy 1.4.0', does: 'Show which clients get 1.4.0.' },
    {
      command: 'slipway releases policy 1.4.0 --hold darwin-aarch64',
      does: 'Hold it for Apple silicon Macs.',
    },
    {
      command: 'slipway releases policy 2.0.0 --milestone "moves the settings" --not-from 1.4.1',
      does: 'Make 2.0.0 a milestone, and don’t offer it to 1.4.1.',
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
    output.line(lines.length === 0 ? `${name} has no rules: every client can get it.` : `${name}:`);
    for (const line of lines) output.line(`  ${line}`);
    if (isChanged && release.state === 'published')
      output.note('HTTP caches may serve the old rules for up to six minutes.');
    for (const { detail } of answer.release.warnings ?? []) output.warn(oneLine(detail));
  },
};
