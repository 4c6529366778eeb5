import { fieldBounds, type HealthReport } from '@slipway/api';
import { type Command, type Input, optionText, sharedOptions } from '../../command.ts';
import type { Context } from '../../context.ts';
import { Failure, usageFailure } from '../../errors/failure.ts';
import { isProblem, toFailure } from '../../errors/to-failure.ts';
import { resolveRollout } from '../../rollout/find-rollout.ts';
import { printRollout } from '../../rollout/print-rollout.ts';

const countGiven = (input: Input, name: 'good' | 'bad'): number | undefined => {
  const text = optionText(input, name);
  if (text === undefined) return undefined;
  if (!/^\d{1,9}$/.test(text) || Number(text) > fieldBounds.outcomes)
    throw usageFailure(`--${name} ${text} is not a number from 0 to ${fieldBounds.outcomes}.`);
  return Number(text);
};

/** Requires either a verdict, which halts the rollout, or counts, but not both. */
const reportOf = (input: Input): HealthReport => {
  const [good, bad] = [countGiven(input, 'good'), countGiven(input, 'bad')];
  const [target, batch] = [optionText(input, 'target'), optionText(input, 'batch')];
  const [verdict, reason] = [optionText(input, 'verdict'), optionText(input, 'reason')];
  const counts = [good, bad, target, batch].filter((value) => value !== undefined);
  if (verdict === undefined && reason !== undefined)
    throw usageFailure('--reason goes with --verdict bad.', 'Counts need no reason.');
  if (verdict === undefined && good === undefined && bad === undefined)
    throw usageFailure('Nothing is told.', 'Give --good and --bad, or --verdict bad with --reason.');
  if (verdict === undefined)
    return {
      ...{ good: good ?? 0, bad: bad ?? 0 },
      ...(target === undefined ? {} : { target }),
      ...(batch === undefined ? {} : { batch }),
    };
  if (counts.length > 0)
    throw usageFailure('--verdict goes alone with --reason: it halts whatever was counted.');
  if (reason === undefined || reason.trim() === '')
    throw usageFailure('--verdict bad needs a --reason.', 'Say in a few words what it does.');
  return { verdict: 'bad', reason };
};

/** A report-only key cannot look up releases, so it must name one by ID. */
const nameRelease = async (name: string | undefined, context: Context) => {
  if (name?.startsWith('rel_')) return { app: context.settings.app(), id: name, version: name };
  try {
    return await resolveRollout(name, ['rolling', 'paused'], context);
  } catch (error) {
    if (!isProblem(error, 'scope-missing')) throw error;
    const { message, exit, code } = toFailure(error);
    const remedy = 'Name the release by its id (rel_…), or give the key the scope `read`, too.';
    throw new Failure(message, { exit, code, remedy, cause: error });
  }
};

export const reportRollout: Command = {
  name: 'rollout report',
  summary: 'Tell how a release that is rolling out does: what speaks against it halts it.',
  about: `For a crash service, a script or someone on call. \`--good\` and \`--bad\` count installations, each told of once; the brake
judges them at once, and halts where they speak against the release. \`--verdict bad\` halts whatever was counted. A key
with the scope \`report\` alone is enough where the release is named by its id; a version is looked up, which needs \`read\`.
A halt is no failure of this command: \`--json\` says in \`rollout.state\` what became of it.`,
  args: [
    { name: '[version]', about: 'the release, or its id (default: what is rolling out on the channel)' },
  ],
  options: [
    sharedOptions.app,
    sharedOptions.channel,
    { flags: '--good <n>', about: 'so many installations on which it works' },
    { flags: '--bad <n>', about: 'so many on which it does not' },
    { flags: '--target <name>', about: 'the target that these counts are of' },
    { flags: '--batch <name>', about: 'a name of your own for these counts: sent twice, they count once' },
    { flags: '--verdict <word>', about: 'halt it now', choices: ['bad'] },
    { flags: '--reason <text>', about: 'why, with --verdict' },
  ],
  examples: [
    {
      command: 'slipway rollout report --good 412 --bad 3 --target linux-x86_64 --batch 2026-03-14T10:00',
      does: 'Tells what a crash service saw within the hour.',
    },
    {
      command: 'slipway rollout report 1.4.0 --verdict bad --reason "deletes the settings"',
      does: 'Halts 1.4.0 at once.',
    },
  ],
  async run(input, context) {
    const report = reportOf(input);
    const named = await nameRelease(input.args[0], context);
    printRollout(named, await context.client().reportHealth(named.app, named.id, report), context);
  },
};
