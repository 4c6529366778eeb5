import { type Command, type Input, type Option, textOf } from '../../command.ts';
import { usageFailure } from '../../failure.ts';
import { parseBytes } from '../../terminal/format.ts';
import { tellApp } from './show.ts';

/** What may be said of an app when it is made and changed later. */
export const appOptions: Option[] = [
  { flags: '--name <text>', about: 'a name for people' },
  { flags: '--adapter <id>', about: 'the format of update answers: tauri or rest' },
  { flags: '--allowance <bytes>', about: 'bytes that may be downloaded a month, as 500G, or unlimited' },
];

/** The allowance that was given, null for unlimited. */
const allowanceOf = (input: Input): number | null | undefined => {
  const text = textOf(input, 'allowance');
  if (text === undefined || text === 'unlimited') return text === undefined ? undefined : null;
  const bytes = parseBytes(text);
  if (bytes === undefined)
    throw usageFailure(`--allowance ${text} is no byte count.`, 'Give it like 500G or unlimited.');
  return bytes;
};

/** The members that were given, and none that were not. */
export const appMembers = (input: Input) => {
  const [name, adapter, allowanceBytes] = [
    textOf(input, 'name'),
    textOf(input, 'adapter'),
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
  summary: 'Make an app, with the channel stable (admin key).',
  args: [{ name: '<slug>', about: 'its name in addresses: a-z, 0-9 and hyphens' }],
  options: [
    { flags: '--public-slug <slug>', about: 'its name in the public host, if it is another' },
    ...appOptions,
  ],
  examples: [
    { command: 'slipway apps create acme', does: 'Makes an app for Tauri’s updater.' },
    {
      command: 'slipway apps create acme --adapter rest',
      does: 'Makes an app whose clients read the generic JSON.',
    },
  ],
  async run(input, context) {
    const publicSlug = textOf(input, 'publicSlug');
    const { app } = await context.client().createApp({
      slug: input.args[0] ?? '',
      ...(publicSlug === undefined ? {} : { publicSlug }),
      ...appMembers(input),
    });
    tellApp(app, context);
    context.output.note(`Next: \`slipway keys create ci --app ${app.slug}\` makes a key for its pipeline.`);
  },
};
