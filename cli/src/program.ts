import { Command as Commander, CommanderError, Option as CommanderOption } from 'commander';
import {
  type Command,
  type Example,
  globalOptions,
  type Input,
  type Option,
  type OptionValues,
} from './command.ts';
import { usageFailure } from './errors/failure.ts';

/* Builds the commander program from the command table. */

const description = 'Publish and manage releases on a Slipway server.';

const groups: Record<string, string> = {
  apps: 'Manage apps.',
  channels: 'Manage channels.',
  keys: 'Manage API keys.',
  'signing-keys': 'Manage the public keys that verify an app’s files.',
  trust: 'Manage trusted publishing from CI.',
  auth: 'Exchange CI tokens for keys.',
  domains: 'Manage custom domains.',
  releases: 'Manage releases.',
  rollout: 'Manage staged rollouts.',
};

const footer = `
Environment: SLIPWAY_URL, SLIPWAY_KEY, SLIPWAY_ID_TOKEN, SLIPWAY_APP, SLIPWAY_CHANNEL, NO_COLOR
Exit codes:  0 success, 1 failed, 2 usage error, 3 rejected by the server, 4 unreachable,
             130 interrupted`;

const collect = (value: string, earlier: string[] | undefined): string[] => [...(earlier ?? []), value];

const toOption = ({ flags, about, repeats, choices }: Option): CommanderOption => {
  const option = new CommanderOption(flags, about);
  if (repeats) option.argParser(collect);
  return choices === undefined ? option : option.choices(choices);
};

export const examplesText = (examples: Example[]): string =>
  `\nExamples:\n${examples.map(({ command, does }) => `  $ ${command}\n      ${does}`).join('\n')}`;

const addCommand = (
  parent: Commander,
  command: Command,
  act: (command: Command, input: Input) => Promise<void>,
) => {
  const word = command.name.split(' ').at(-1) ?? command.name;
  // `slipway releases` alone lists them.
  const made = parent
    .command(word, { isDefault: word === 'list' })
    .description(command.summary)
    .helpCommand(false);
  for (const { name, about } of command.args ?? []) made.argument(name, about);
  const common = command.passesThrough ? [] : globalOptions;
  for (const option of [...(command.options ?? []), ...common]) made.addOption(toOption(option));
  if (command.passesThrough)
    made.allowUnknownOption().allowExcessArguments().helpOption(false).passThroughOptions();
  made.addHelpText('after', examplesText(command.examples));
  made.action(async () => {
    const args = made.processedArgs.flatMap((arg: unknown) =>
      arg === undefined ? [] : (arg as string | string[]),
    );
    await act(command, { args, options: made.opts<OptionValues>() });
  });
};

const membersOf = (commands: Command[], group: string): Command[] =>
  commands.filter(({ name }) => name.startsWith(`${group} `));

const findGroup = (program: Commander, name: string, commands: Command[]): Commander =>
  program.commands.find((command) => command.name() === name) ??
  program
    .command(name)
    .description(groups[name] ?? '')
    .helpCommand(false)
    .addHelpText(
      'after',
      examplesText(membersOf(commands, name).flatMap(({ examples }) => examples.slice(0, 1))),
    );

/** `act` runs the selected command. */
export const buildProgram = (
  commands: Command[],
  options: { version: string; write(text: string): void; act(command: Command, input: Input): Promise<void> },
): Commander => {
  const program = new Commander('slipway')
    .description(description)
    .version(options.version, '-V, --version', 'print the CLI version')
    .helpCommand(false)
    .enablePositionalOptions()
    .configureHelp({ subcommandTerm: (command) => command.name() })
    .configureOutput({ writeOut: options.write, writeErr: () => {}, outputError: () => {} })
    .exitOverride()
    .addHelpText('after', footer);
  for (const command of commands) {
    const words = command.name.split(' ');
    const parent = words.length > 1 ? findGroup(program, words[0] ?? '', commands) : program;
    addCommand(parent.copyInheritedSettings(program), command, options.act);
  }
  return program;
};

export const isHelpOrVersion = (error: unknown): boolean =>
  error instanceof CommanderError && ['commander.helpDisplayed', 'commander.version'].includes(error.code);

/** Picks the help of the command, of its group, or of the whole program. */
const helpFor = (commands: Command[], words: string[]): string => {
  const [first = '', second = ''] = words;
  const command = commands.find(({ name }) => name === `${first} ${second}` || name === first);
  if (command !== undefined) return `Run \`slipway ${command.name} --help\` for options and examples.`;
  const where = Object.hasOwn(groups, first) ? `slipway ${first} --help` : 'slipway --help';
  return `Run \`${where}\` for a list of commands.`;
};

/** A group name alone runs `list`, so commander takes an unknown verb for an argument of `list`. */
const findUnknownVerb = (error: CommanderError, commands: Command[], [group = '', verb = '']: string[]) => {
  const isVerb = commands.some(({ name }) => name === `${group} ${verb}`);
  if (error.code !== 'commander.excessArguments' || isVerb || !Object.hasOwn(groups, group)) return undefined;
  return /^\w/.test(verb) ? verb : undefined;
};

/** Turns commander's errors into usage failures and returns others unchanged. */
export const toUsageFailure = (error: unknown, commands: Command[], words: string[]): unknown => {
  if (!(error instanceof CommanderError)) return error;
  const [group = ''] = words;
  const verb = findUnknownVerb(error, commands, words);
  if (verb === undefined)
    return usageFailure(error.message.replace(/^error: /, ''), helpFor(commands, words));
  const verbs = membersOf(commands, group).map(({ name }) => name.slice(group.length + 1));
  return usageFailure(
    `unknown command '${group} ${verb}'`,
    `Commands: ${verbs.join(', ')}. ${helpFor(commands, words)}`,
  );
};
