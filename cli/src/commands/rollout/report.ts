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
    throw usageFailure('--reason needs --verdict bad.', 'Omit --reason, or pass --verdict bad.');
  if (verdict === undefined && good === undefined && bad === undefined)
    throw usageFailure('Nothing to report.', 'Pass --good and --bad, or --verdict bad with --reason.');
  if (verdict === undefined)
    return {
      ...{ good: good ?? 0, bad: bad ?? 0 },
      ...(target === undefined ? {} : { target }),
      ...(batch === undefined ? {} : { batch }),
    };
  if (counts.length > 0)
    throw usageFailure('--verdict can’t be combined with counts.', 'Pass only --verdict and --reason.');
  if (reason === undefined || reason.trim() === '')
    throw usageFailure('--verdict bad needs a --reason.', 'Say what is wrong with the release.');
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
    const remedy = 'Name the release by ID (rel_…), or use a key with the scope read.';
    throw new Failure(message, { exit, code, remedy, cause: error });
  }
};

export const reportRollout: Command = {
  name: 'rollout report',
  summary: 'Report successes and failures of a rollout. Too many failures pause it.',
  about: `For crash services, scripts and people on call. Count each installation once. Reports are evaluated immediately; too many
failures halt the rollout. \`--verdict bad\` halts it regardless of the counts. A key with only the scope \`report\` must name
the release by ID. A halt is not an error: with \`--json\`, see \`rollout.state\`.`,
  args: [{ name: '[version]', about: 'version or release ID (default: the channel’s active rollout)' }],
  options: [
    sharedOptions.app,
    sharedOptions.channel,
    { flags: '--good <n>', about: 'installations where it works' },
    { flags: '--bad <n>', about: 'installations where it fails' },
    { flags: '--target <name>', about: 'target of these counts' },
    { flags: '--batch <name>', about: 'idempotency key: the same batch counts once' },
    { flags: '--verdict <word>', about: 'halt the rollout immediately', choices: ['bad'] },
    { flags: '--reason <text>', about: 'reason, required with --verdict' },
  ],
  examples: [
    {
      command: 'slipway rollout report --good 412 --bad 3 --target linux-x86_64 --batch 2026-03-14T10:00',
      does: 'Report the last hour from a crash service.',
    },
    {
      command: 'slipway rollout report 1.4.0 --verdict bad --reason "deletes the settings"',
      does: 'Halt 1.4.0 immediately.',
    },
  ],
  async run(input, context) {
    const report = reportOf(input);
    const named = await nameRelease(input.args[0], context);
    printRollout(named, await context.client().reportHealth(named.app, named.id, report), context);
  },
};
