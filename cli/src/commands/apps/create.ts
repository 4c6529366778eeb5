import { type Command, type Input, type Option, optionText } from '../../command.ts';
import { usageFailure } from '../../errors/failure.ts';
import { parseBytes } from '../../terminal/format.ts';
import { printApp } from './show.ts';

/** Shared by `apps create` and `apps change`. */
export const appOptions: Option[] = [
  { flags: '--name <text>', about: 'display name' },
  { flags: '--adapter <id>', about: 'update protocol: tauri, rest, squirrel or cargo-packager' },
  {
    flags: '--allowance <bytes>',
    about: 'monthly download limit, for example 500G, or unlimited',
  },
];

/** Null means unlimited. */
const allowanceOf = (input: Input): number | null | undefined => {
  const text = optionText(input, 'allowance');
  if (text === undefined || text === 'unlimited') return text === undefined ? undefined : null;
  const bytes = parseBytes(text);
  if (bytes === undefined)
    throw usageFailure(`--allowance ${text} is not a size.`, 'Use a size such as 500G, or unlimited.');
  return bytes;
};

/** Omits options that were not given. */
export const parseAppOptions = (input: Input) => {
  const [name, adapter, allowanceBytes] = [
    optionText(input, 'name'),
    optionText(input, 'adapter'),
    allowanceOf(input),
  ];
  return {
    ...(name === undefined ? {} : { name }),
    ...(adapter === undefined ? {} : { adapter }),
    ...(allowanceBytes === undefined ? {} : { allowanceBytes }),
  };
};

export const createApp: Command = {
  name: 'apps create',
  summary: 'Create an app with the channel stable (admin key).',
  args: [{ name: '<slug>', about: 'name used in URLs: a-z, 0-9 and hyphens' }],
  options: [
    { flags: '--public-slug <slug>', about: 'name in the public host, if different from the slug' },
    ...appOptions,
  ],
  examples: [
    { command: 'slipway apps create acme', does: 'Create an app for Tauri’s updater.' },
    {
      command: 'slipway apps create acme --adapter rest',
      does: 'Create an app whose clients read the generic JSON.',
    },
  ],
  async run(input, context) {
    const publicSlug = optionText(input, 'publicSlug');
    const { app } = await context.client().createApp({
      slug: input.args[0] ?? '',
      ...(publicSlug === undefined ? {} : { publicSlug }),
      ...parseAppOptions(input),
    });
    printApp(app, context);
    context.output.note(`Create a CI key: slipway keys create ci --app ${app.slug}`);
  },
};
