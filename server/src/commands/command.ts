import { parseArgs } from 'node:util';
import { ConfigError } from '../config/config.ts';

/** The parsed arguments after a command's name. */
export interface CommandInput {
  positionals: string[];
  values: Partial<Record<string, string>>;
  flags: ReadonlySet<string>;
}

export interface Command {
  name: string;
  /** The line in the list of commands. */
  summary: string;
  /** The text of the command's own help. */
  about: string;
  /** The positional arguments, as its help shows them. */
  positionals: readonly string[];
  /** The options: their purpose, and the name of their value if they take one. */
  options: Readonly<Record<string, { about: string; value?: string }>>;
  /** The words after the program's name. */
  example: string;
  load(): Promise<(input: CommandInput) => Promise<void>>;
}

/** `--help` anywhere before `--` only prints help and never runs the command. */
export const asksForHelp = (args: readonly string[]): boolean => {
  const end = args.indexOf('--');
  return (end === -1 ? args : args.slice(0, end)).some((word) => word === '--help' || word === '-h');
};

const parse = (command: Command, args: string[], seeHelp: string) => {
  const options = Object.fromEntries(
    Object.entries(command.options).map(([name, { value }]) => [
      name,
      { type: value === undefined ? ('boolean' as const) : ('string' as const) },
    ]),
  );
  try {
    return parseArgs({ args, options, allowPositionals: true });
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    if (code !== 'ERR_PARSE_ARGS_UNKNOWN_OPTION')
      throw new ConfigError(`${message.split('\n')[0]} ${seeHelp}`);
    const [option] = /'[^']*'/.exec(message) ?? [''];
    throw new ConfigError(`${command.name} has no option ${option}. ${seeHelp}`);
  }
};

/** Parses a command's arguments; rejects unknown ones with one sentence. */
export const parseCommandInput = (command: Command, args: string[], program: string): CommandInput => {
  const seeHelp = `See \`${program} ${command.name} --help\`.`;
  const { values, positionals } = parse(command, args, seeHelp);
  const expected = command.positionals.join(' ');
  if (positionals.length > command.positionals.length) {
    const extra = positionals[command.positionals.length];
    const takes = expected === '' ? 'no arguments' : `only ${expected}`;
    throw new ConfigError(`${command.name} accepts ${takes}, not "${extra}". ${seeHelp}`);
  }
  if (positionals.length < command.positionals.length)
    throw new ConfigError(`Missing argument: ${command.name} ${expected}. ${seeHelp}`);
  const entries = Object.entries(values);
  return {
    positionals,
    values: Object.fromEntries(
      entries.filter((entry): entry is [string, string] => typeof entry[1] === 'string'),
    ),
    flags: new Set(entries.filter(([, value]) => value === true).map(([name]) => name)),
  };
};
