import { type Command, type Input, type Option, optionText } from '../../command.ts';
import { usageFailure } from '../../errors/failure.ts';
import { parseBytes } from '../../terminal/format.ts';
import { printApp } from './show.ts';

/** Shared by `apps create` and `apps change`. */
export const appOptions: Option[] = [
  { flags: '--name <text>', about: 'its display name' },
  { flags: '--adapter <id>', about: 'the format of update answers: tauri, rest, squirrel or cargo-packager' },
  {
    flags: '--allowance <bytes>',
    about: 'how much may be downloaded per month: a size such as 500G, or unlimited',
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
  summary: 'Create an app, with the channel stable (needs the admin key).',
  args: [{ name: '<slug>', about: 'its name in addresses: a-z, 0-9 and hyphens' }],
  options: [
    { flags: '--public-slug <slug>', about: 'its name in the public host, if it differs from the slug' },
    ...appOptions,
  ],
  examples: [
    { command: 'slipway apps create acme', does: 'Creates an app for Tauri’s updater.' },
    {
      command: 'slipway apps create acme --adapter rest',
      does: 'Creates an app whose clients read the generic JSON.',
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
    context.output.note(`Next: \`slipway keys create ci --app ${app.slug}\` creates a key for its pipeline.`);
  },
};
