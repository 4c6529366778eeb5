import { type Command, sharedOptions } from '../../command.ts';
import { usageFailure } from '../../errors/failure.ts';
import { formatInstant } from '../../terminal/format.ts';

export const exchangeToken: Command = {
  name: 'auth exchange',
  summary: 'Exchange this CI job’s token for a key and print it.',
  about: `For CI systems such as GitLab, which give each job one token. Exchange it once at the start of the job. On GitHub every
command does this automatically. The token comes from \`SLIPWAY_ID_TOKEN\`, or from the GitHub runner with \`permissions: id-token: write\`. The key lasts as long as the trust allows, at most an hour.`,
  options: [sharedOptions.app],
  examples: [
    {
      command: 'export SLIPWAY_KEY="$(slipway auth exchange)"',
      does: 'Use the key for every command of this job.',
    },
  ],
  async run(_input, { settings, output, keyExchanger }) {
    const app = settings.app();
    const url = settings.url();
    if (keyExchanger === undefined)
      throw usageFailure(
        'This CI job has no token to exchange.',
        settings.identityHint() ?? 'Set SLIPWAY_ID_TOKEN to a token from your CI, or set SLIPWAY_KEY.',
      );
    const { key, secret } = await keyExchanger.exchange({ url, app });
    output.object({ key, secret });
    output.note(`Key for ${app}, valid until ${formatInstant(key.expiresAt)} UTC.`);
    output.line(secret);
  },
};
