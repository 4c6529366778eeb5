import { isIP } from 'node:net';
import type { ClientHints, Explanation } from '@slipway/api';
import { hasFlag, type Input, type Option, optionText } from '../command.ts';
import { usageFailure } from '../errors/failure.ts';

/** Optional client details besides the version. */
export const clientOptions: Option[] = [
  { flags: '--client <id>', about: 'the id that the client sends' },
  { flags: '--network <address>', about: 'the address it asks from, for a client without an id' },
  { flags: '--cohort <name>', about: 'the group of testers it belongs to' },
  { flags: '--manual', about: 'someone has pressed “check now”' },
  { flags: '--system <version>', about: 'the version of its operating system' },
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
    throw usageFailure(
      '--client is not an id.',
      'An id is 1 to 128 visible ASCII characters, without spaces.',
    );
  if (network !== undefined && isIP(network) === 0)
    throw usageFailure(
      `--network ${network} is not an address.`,
      'Pass the IPv4 or IPv6 address that the client asks from.',
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
  const what = client?.by === 'network' ? 'network' : 'id';
  return position === undefined ? '' : `its ${what} is at ${position} % of the order`;
};

const reasons: Record<string, string> = {
  cohort: 'it belongs to the testers',
  rescued: 'its version was recalled',
  manual: 'someone has pressed “check now”',
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
    return `${version} is ${rollout.state} at ${rollout.percent} %: nobody is offered it.`;
  const begin = `${version} is rolling out at ${rollout.percent} %`;
  const { admittedBy } = rollout;
  if (isSame(version, currentVersion)) return `${begin}, and this client has it already.`;
  if (admittedBy !== null && explanation.release?.id !== rollout.releaseId)
    return `${begin}, and this client would be let in; why it is not offered that, the reasons below say.`;
  if (admittedBy !== null) {
    const why = reasons[admittedBy] ?? place(explanation);
    return `${begin}, and this client is in${why === '' ? '' : `: ${why}`}.`;
  }
  if (client?.by === 'none')
    return `${begin}: a client without an id is counted by its network. Pass --client <id> or --network <address>.`;
  return `${begin}, and this client is not in: ${place(explanation)}.`;
};
