import { type Command, sharedOptions } from '../../command.ts';
import { usageFailure } from '../../errors/failure.ts';
import { formatInstant } from '../../terminal/format.ts';

export const exchangeToken: Command = {
  name: 'auth exchange',
  summary: 'Exchange the identity of this pipeline for a key, and print the key.',
  about: `For pipelines that are handed a single token, like the jobs of GitLab: exchange it once, at the start, and every command after
that uses the key. On GitHub every command does this by itself. The token comes from \`SLIPWAY_ID_TOKEN\`, or from GitHub's
runner where the job has \`permissions: id-token: write\`. The key lives for as long as the trust says, an hour at most.`,
  options: [sharedOptions.app],
  examples: [
    {
      command: 'export SLIPWAY_KEY="$(slipway auth exchange)"',
      does: 'Gives every command of this job the key.',
    },
  ],
  async run(_input, { settings, output, keyExchanger }) {
    const app = settings.app();
    const url = settings.url();
    if (keyExchanger === undefined)
      throw usageFailure(
        'This is no pipeline that can show who it is.',
        settings.identityHint() ??
          'Set SLIPWAY_ID_TOKEN to a token of your pipeline’s service, or SLIPWAY_KEY to a key.',
      );
    const { key, secret } = await keyExchanger.exchange({ url, app });
    output.object({ key, secret });
    output.note(`A key for ${app}, good until ${formatInstant(key.expiresAt)}.`);
    output.line(secret);
  },
};
