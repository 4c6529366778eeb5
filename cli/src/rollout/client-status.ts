import { isIP } from 'node:net';
import type { ClientHints, Explanation } from '@slipway/api';
import { hasFlag, type Input, type Option, optionText } from '../command.ts';
import { usageFailure } from '../errors/failure.ts';

/** Optional client details besides the version. */
export const clientOptions: Option[] = [
  { flags: '--client <id>', about: 'client ID' },
  { flags: '--network <address>', about: 'IP address, for a client without an ID' },
  { flags: '--cohort <name>', about: 'cohort' },
  { flags: '--manual', about: 'simulate a manual check (“Check now”)' },
  { flags: '--system <version>', about: 'operating system version' },
];

/** The client details for an explain request. */
export interface ClientDetails {
  client?: string;
  network?: string;
  cohort?: string;
  manual?: string;
  system?: string;
}

export const parseClientOptions = (input: Input): ClientDetails => {
  const [client, network] = [optionText(input, 'client'), optionText(input, 'network')];
  const [cohort, system] = [optionText(input, 'cohort'), optionText(input, 'system')];
  if (client !== undefined && !/^[\x21-\x7e]{1,128}$/.test(client))
    throw usageFailure('--client is not a client ID.', 'Use 1–128 visible ASCII characters without spaces.');
  if (network !== undefined && isIP(network) === 0)
    throw usageFailure(
      `--network ${network} is not an IP address.`,
      'Pass the IPv4 or IPv6 address of the client.',
    );
  return {
    ...(client === undefined ? {} : { client }),
    ...(network === undefined ? {} : { network }),
    ...(cohort === undefined ? {} : { cohort }),
    ...(hasFlag(input, 'manual') ? { manual: 'true' } : {}),
    ...(system === undefined ? {} : { system }),
  };
};

/** The same details for a check at the public address. */
export const toClientHints = ({ client, cohort, manual, system }: ClientDetails): ClientHints => ({
  client,
  cohort,
  check: manual === undefined ? undefined : 'manual',
  system,
});

type ExplainedClient = Pick<Explanation, 'client' | 'rollout' | 'release'>;

const isSame = (version: string, current: string): boolean =>
  version.replace(/^v(?=\d)/i, '') === current.replace(/^v(?=\d)/i, '');

const place = ({ client }: ExplainedClient): string => {
  const position = client?.position ?? undefined;
  const what = client?.by === 'network' ? 'network' : 'ID';
  return position === undefined ? '' : `its ${what} is in bucket ${position}%`;
};

const reasons: Record<string, string> = {
  cohort: 'it is in a listed cohort',
  rescued: 'its version was withdrawn or halted',
  manual: 'it is a manual check (“Check now”)',
};

/** Says whether a client is in the rollout and why; undefined if no rollout affects it. */
export const clientStatusText = (
  explanation: ExplainedClient,
  currentVersion: string,
): string | undefined => {
  const { rollout, client } = explanation;
  if (rollout === undefined) return undefined;
  const { version } = rollout;
  if (rollout.state !== 'rolling')
    return `${version} is ${rollout.state} at ${rollout.percent}%: no client gets it.`;
  const begin = `${version} is rolling out at ${rollout.percent}%.`;
  const { admittedBy } = rollout;
  if (isSame(version, currentVersion)) return `${begin} This client already has it.`;
  if (admittedBy !== null && explanation.release?.id !== rollout.releaseId)
    return `${begin} This client is included, but doesn’t get it for the reasons below.`;
  if (admittedBy !== null) {
    const why = reasons[admittedBy] ?? place(explanation);
    return `${begin} This client is included${why === '' ? '' : `: ${why}`}.`;
  }
  if (client?.by === 'none')
    return `${begin} Clients without an ID are bucketed by network. Pass --client <id> or --network <address>.`;
  return `${begin} This client is not included yet: ${place(explanation)}.`;
};
