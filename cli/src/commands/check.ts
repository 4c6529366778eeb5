import { type Command, shared } from '../command.ts';
import type { Context } from '../context.ts';
import { formatTable } from '../terminal/format.ts';

/** Why there was nothing to choose from: the channel itself is missing, or nothing was ever published on it. */
const whyNothing = async (channel: string, { client, settings }: Context): Promise<string> => {
  const { channels } = await client().listChannels(settings.app());
  if (channels.some(({ name }) => name === channel)) return `${channel} has no published releases.`;
  const names = channels.map(({ name }) => name).join(', ');
  return `There is no channel ${channel}: ${settings.app()} has ${names}.`;
};

export const check: Command = {
  name: 'check',
  summary: 'Tell which release a client would get, and why.',
  args: [
    { name: '<target>', about: 'its system, as darwin, or the whole target' },
    { name: '<arch>', about: 'its architecture, as aarch64' },
    { name: '<current-version>', about: 'the version that it has' },
  ],
  options: [shared.app, shared.channel],
  examples: [
    { command: 'slipway check darwin aarch64 1.2.0', does: 'Says what a Mac with 1.2.0 is offered.' },
  ],
  async run({ args: [target = '', arch = '', currentVersion = ''] }, context) {
    const { client, settings, output } = context;
    const channel = settings.channel();
    const told = await client().explain(settings.app(), { channel, target, arch, currentVersion });
    output.object(told);
    const version = told.release?.version;
    output.line(
      told.outcome === 'update' && version !== undefined
        ? `${target} ${arch} ${currentVersion} on ${channel} is offered ${output.tone('good', version)}.`
        : `${target} ${arch} ${currentVersion} on ${channel} is offered nothing.`,
    );
    const rows = told.considered.map((one) => [`  ${one.version}`, one.verdict, one.reason]);
    if (rows.length > 0) output.line(formatTable(['  version', 'verdict', 'reason'], rows));
    else if (!output.json) output.line(await whyNothing(channel, context));
  },
};
