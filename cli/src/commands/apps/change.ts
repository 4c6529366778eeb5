import type { Command } from '../../command.ts';
import { usageFailure } from '../../failure.ts';
import { appMembers, appOptions } from './create.ts';
import { tellApp } from './show.ts';

export const changeApp: Command = {
  name: 'apps change',
  summary: 'Change an app’s name, adapter or allowance.',
  args: [{ name: '<slug>', about: 'the app' }],
  options: appOptions,
  examples: [
    { command: 'slipway apps change acme --name "Acme Desktop"', does: 'Changes its display name.' },
    {
      command: 'slipway apps change acme --allowance unlimited',
      does: 'Removes its monthly limit (needs the admin key).',
    },
  ],
  async run(input, context) {
    const change = appMembers(input);
    if (Object.keys(change).length === 0) {
      throw usageFailure('Nothing to change.', 'Pass --name, --adapter or --allowance.');
    }
    tellApp((await context.client().changeApp(input.args[0] ?? '', change)).app, context);
  },
};
