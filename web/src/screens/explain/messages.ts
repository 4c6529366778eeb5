import type { Explanation } from '@slipway/api';
import type { ExplainRequest } from './request.ts';

/* An explanation in words. Pure. */

/** The start of a sentence. */
export const describeClient = ({ version, target, channel }: ExplainRequest): string =>
  `A client on ${version} (${target}, ${channel})`;

export const outcomeText = ({ outcome, release, answer }: Explanation): string => {
  if (outcome === 'update') return `is offered ${release?.version ?? 'an update'}.`;
  return answer === undefined || answer.status === 204
    ? 'is offered no update.'
    : 'is offered no newer release.';
};

const words: Readonly<Record<string, string>> = {
  'target-missing': 'No file',
  'target-pruned': 'File deleted',
  'target-held': 'Held back',
  'from-excluded': 'Not eligible',
  'from-too-old': 'Not eligible',
  'system-too-old': 'OS too old',
  'behind-milestone': 'Milestone first',
  'other-key': 'Different key',
  'too-deep': 'Not evaluated',
  'rollout-paused': 'Rollout paused',
};

/** A short label; other verdicts, such as `not-newer`, are their own words. */
export const verdictLabel = (verdict: string): string =>
  words[verdict] ??
  (verdict.startsWith('rollout-')
    ? 'Not in rollout'
    : `${verdict.charAt(0).toUpperCase()}${verdict.slice(1).replaceAll('-', ' ')}`);

export const verdictTone = (verdict: string): 'good' | 'warn' | 'plain' => {
  if (verdict === 'offered') return 'good';
  return verdict === 'not-newer' ? 'plain' : 'warn';
};

const admissions: Readonly<Record<string, string>> = {
  everyone: 'it includes everyone',
  id: 'its position is within the share',
  network: 'its position is within the share',
  cohort: 'its cohort is included',
  manual: 'it is a manual check',
  rescued: 'it runs a withdrawn or automatically paused version',
};

/** Undefined unless the rollout decides what the client is offered. */
export const rolloutMembershipText = ({
  client,
  rollout,
  release,
  considered,
}: Explanation): string | undefined => {
  const isDecisive =
    release?.id === rollout?.releaseId || considered.some(({ verdict }) => verdict.startsWith('rollout-'));
  if (rollout === undefined || !isDecisive) return undefined;
  const { version, percent, state, admittedBy } = rollout;
  if (state === 'paused') return `${version} is paused at ${percent}%. Clients aren’t offered it.`;
  const where = `${version} is rolling out at ${percent}%.`;
  const place =
    client?.position == null
      ? 'Add a client ID or IP address to see this client’s position.'
      : `This client’s position is ${client.position}% (from its ${client.by === 'network' ? 'IP address' : 'client ID'}).`;
  if (admittedBy === null) return `${where} ${place} Not in rollout.`;
  return `${where} ${place} In rollout: ${admissions[admittedBy] ?? admittedBy}.`;
};
