import type { App } from '@slipway/api';
import { type Command, optionText } from '../../command.ts';
import { usageFailure } from '../../errors/failure.ts';
import { parseSigningPolicies, signingOptions } from '../../signing/policies.ts';
import { oneLine } from '../../terminal/plain-text.ts';
import { appOptions, parseAppOptions } from './create.ts';
import { printApp } from './show.ts';

export const changeApp: Command = {
  name: 'apps change',
  summary: 'Change an app’s settings.',
  args: [{ name: '<slug>', about: 'app slug' }],
  options: [
    ...appOptions,
    signingOptions.signatures,
    signingOptions.signedVersion,
    {
      flags: '--publishing <who>',
      about: 'who can publish: any key, or trusted publishers only',
      choices: ['any', 'trusted'],
    },
    {
      flags: '--page <state>',
      about: 'download page on the app’s host',
      choices: ['on', 'off'],
    },
    {
      flags: '--delivery <way>',
      about:
        'how files are delivered: metered by the server, cached by a CDN, or redirected to S3 (admin key)',
      choices: ['metered', 'cached', 'redirect'],
    },
  ],
  examples: [
    { command: 'slipway apps change acme --name "Acme Desktop"', does: 'Change the display name.' },
    {
      command: 'slipway apps change acme --publishing trusted',
      does: 'Let only trusted pipelines and the admin key publish.',
    },
    { command: 'slipway apps change acme --page on', does: 'Turn on the download page.' },
    { command: 'slipway apps change acme --delivery cached', does: 'Let a CDN cache the files (admin key).' },
  ],
  async run(input, context) {
    const publishing = optionText(input, 'publishing') as 'any' | 'trusted' | undefined;
    const page = optionText(input, 'page');
    const delivery = optionText(input, 'delivery') as App['delivery'] | undefined;
    const change = {
      ...parseAppOptions(input),
      ...parseSigningPolicies(input),
      ...(publishing === undefined ? {} : { publishing }),
      ...(page === undefined ? {} : { page: page === 'on' }),
      ...(delivery === undefined ? {} : { delivery }),
    };
    if (Object.keys(change).length === 0) {
      throw usageFailure(
        'Nothing to change.',
        'Pass --name, --adapter, --allowance, --signatures, --signed-version, --publishing, --page or --delivery.',
      );
    }
    const { app } = await context.client().changeApp(input.args[0] ?? '', change);
    printApp(app, context);
    for (const { detail } of app.warnings ?? []) context.output.warn(oneLine(detail));
  },
};
