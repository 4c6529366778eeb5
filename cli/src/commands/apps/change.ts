import type { App } from '@slipway/api';
import { type Command, optionText } from '../../command.ts';
import { usageFailure } from '../../errors/failure.ts';
import { parseSigningPolicies, signingOptions } from '../../signing/policies.ts';
import { oneLine } from '../../terminal/plain-text.ts';
import { appOptions, parseAppOptions } from './create.ts';
import { printApp } from './show.ts';

export const changeApp: Command = {
  name: 'apps change',
  summary:
    'Change an app’s name, adapter, allowance, rules for signatures, download page, delivery, or who may publish to it.',
  args: [{ name: '<slug>', about: 'the app' }],
  options: [
    ...appOptions,
    signingOptions.signatures,
    signingOptions.signedVersion,
    {
      flags: '--publishing <who>',
      about: 'whose keys may publish: any, or only those of trusted publishers',
      choices: ['any', 'trusted'],
    },
    {
      flags: '--page <state>',
      about: 'whether its host has a download page for people',
      choices: ['on', 'off'],
    },
    {
      flags: '--delivery <way>',
      about: 'how files reach clients: counted here, kept by caches, or from S3 (needs the admin key)',
      choices: ['metered', 'cached', 'redirect'],
    },
  ],
  examples: [
    { command: 'slipway apps change acme --name "Acme Desktop"', does: 'Changes its display name.' },
    {
      command: 'slipway apps change acme --publishing trusted',
      does: 'Lets nothing publish but its trusted pipelines and the admin key.',
    },
    {
      command: 'slipway apps change acme --page on',
      does: 'Shows people its newest files on its public address.',
    },
    {
      command: 'slipway apps change acme --allowance unlimited',
      does: 'Removes its monthly limit (needs the admin key).',
    },
    {
      command: 'slipway apps change acme --delivery cached',
      does: 'Lets a CDN keep its files, and says what that gives up (needs the admin key).',
    },
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
