import type { App } from '@slipway/api';
import { type Command, sharedOptions } from '../../command.ts';
import type { Context } from '../../context.ts';
import { formatBytes, formatInstant } from '../../terminal/format.ts';
import { oneLine } from '../../terminal/plain-text.ts';

/** Older servers do not send these fields. */
const signaturesOf = ({ signatures = 'warn', signedVersion = 'warn' }: Partial<App>): string =>
  signatures === 'off' || signedVersion === 'warn' ? signatures : `${signatures}, with the version signed`;

/** Older servers have no download page. */
const printPage = ({ page, publicUrl }: Partial<App>, output: Context['output']): void => {
  if (page !== undefined) output.line(`  download page   ${page ? `${publicUrl}/` : 'off'}`);
};

const deliveries: Record<App['delivery'], string> = {
  metered: 'metered',
  cached: 'cached: a CDN may cache files; usage is partial',
  redirect: 'redirect: files come from S3; usage is partial',
};

/** Older servers do not send `delivery` and count every download. */
const printDelivery = ({ delivery }: Partial<App>, output: Context['output']): void => {
  if (delivery !== undefined) output.line(`  delivery        ${deliveries[delivery]}`);
};

export const printApp = (app: App, { output }: Context): void => {
  output.object({ app });
  output.line(`${output.style('strong', app.slug)}  ${oneLine(app.name)}`);
  output.line(`  public URL      ${app.publicUrl}`);
  output.line(`  adapter         ${app.adapter}`);
  output.line(
    `  allowance       ${app.allowanceBytes === null ? 'unlimited' : `${formatBytes(app.allowanceBytes)} per month`}`,
  );
  if (app.publishing === 'trusted') output.line('  publishing      trusted publishers only');
  output.line(`  signatures      ${signaturesOf(app)}`);
  printPage(app, output);
  printDelivery(app, output);
  output.line(`  created         ${formatInstant(app.createdAt)}`);
};

export const showApp: Command = {
  name: 'apps show',
  summary: 'Show an app’s settings.',
  args: [{ name: '[slug]', about: 'app slug (default: as with --app)' }],
  options: [sharedOptions.app],
  examples: [{ command: 'slipway apps show acme', does: 'Show the app acme.' }],
  async run({ args }, context) {
    const { app } = await context.client().getApp(args[0] ?? context.settings.app());
    printApp(app, context);
  },
};
