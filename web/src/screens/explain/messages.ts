import type { Explanation } from '@slipway/api';
import type { ExplainRequest } from './request.ts';

/* An explanation in words. Pure. */

/** The start of a sentence. */
export const describeClient = ({ version, target, channel }: ExplainRequest): string =>
  `A client at ${version} on ${target} of ${channel}`;

export const outcomeText = ({ outcome, release, answer }: Explanation): string => {
  if (outcome === 'update') return `is offered ${release?.version ?? 'an update'}.`;
  return answer === undefined || answer.status === 204
    ? 'is offered nothing: it is told that it is up to date.'
    : 'is offered nothing newer than it has.';
};

const words: Readonly<Record<string, string>> = {
  offered: 'offered',
  'not-newer': 'not newer',
  withdrawn: 'withdrawn',
  'target-missing': 'no file',
  'target-pruned': 'pruned',
  'target-held': 'held back',
  'from-excluded': 'not for it',
  'from-too-old': 'not for it',
  'system-too-old': 'system too old',
  'behind-milestone': 'after another',
  'newer-elsewhere': 'other channel',
  'other-key': 'other key',
  'too-deep': 'not looked at',
};

/** A short label; an unknown verdict shows as its code. */
export const verdictLabel = (verdict: string): string =>
  words[verdict] ?? (verdict.startsWith('rollout-') ? 'rollout' : verdict.replaceAll('-', ' '));

export const verdictTone = (verdict: string): 'good' | 'warn' | 'plain' => {
  if (verdict === 'offered') return 'good';
  return verdict === 'not-newer' ? 'plain' : 'warn';
};

const admissions: Readonly<Record<string, string>> = {
  everyone: 'everyone is',
  id: 'its place lies inside the percent',
  network: 'its place lies inside the percent',
  cohort: 'its group of testers is let in',
  manual: 'someone pressed “check now”',
  rescued: 'it has a version that was withdrawn or stopped',
};

export const rolloutMembershipText = ({ client, rollout }: Explanation): string | undefined => {
  if (rollout === undefined) return undefined;
  const { version, percent, state, admittedBy } = rollout;
  if (state === 'paused') return `${version} is paused at ${percent}%: no client is offered it.`;
  const where = `${version} is rolling out at ${percent}%.`;
  const place =
    client?.position == null
      ? 'Without an id or a network nobody can tell this client’s place in it.'
      : `This client’s place is ${client.position}%, by its ${client.by === 'network' ? 'network' : 'id'}.`;
  if (admittedBy === null) return `${where} ${place} It is not in yet.`;
  return `${where} ${place} It is in: ${admissions[admittedBy] ?? admittedBy}.`;
};
