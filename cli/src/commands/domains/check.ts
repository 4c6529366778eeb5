import type { DomainStatus } from '@slipway/api';
import { type Command, sharedOptions } from '../../command.ts';
import type { Finding } from '../../doctor/finding.ts';
import { printFinding } from '../../doctor/print-finding.ts';
import { exitCodes, Failure } from '../../errors/failure.ts';

/** One finding per step of a request to the domain. Fix the first bad one. */
const findingsOf = ({ dns, answers, certificate }: DomainStatus): Finding[] =>
  Object.entries({ DNS: dns, server: answers, certificate }).map(([about, { verdict, detail, remedy }]) => ({
    about,
    state: verdict,
    detail,
    remedy: remedy ?? undefined,
  }));

export const checkDomain: Command = {
  name: 'domains check',
  summary: 'Check a custom domain’s DNS, server and certificate.',
  about:
    'Checks the domain from the server and suggests a fix for each problem. Exits with 1 if something is wrong.',
  args: [{ name: '<domain>', about: 'host name' }],
  options: [sharedOptions.app],
  examples: [
    { command: 'slipway domains check updates.example.com', does: 'Check DNS, server and certificate.' },
  ],
  async run({ args }, { client, settings, output }) {
    const { status } = await client().getDomainStatus(settings.app(), args[0] ?? '');
    const findings = findingsOf(status);
    if (output.json) output.object({ status });
    else for (const finding of findings) printFinding(finding, output);
    const worst = findings.find(({ state }) => state === 'bad');
    if (worst === undefined) return;
    throw new Failure(`${status.domain} does not work: ${worst.detail}`, {
      exit: exitCodes.failed,
      code: 'not-in-order',
      remedy: worst.remedy,
    });
  },
};
