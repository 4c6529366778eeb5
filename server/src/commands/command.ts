import { parseArgs } from 'node:util';
import { ConfigError } from '../config/config.ts';

/** What was given after a command's name, as its table row allows it. */
export interface CommandInput {
  words: string[];
  values: Partial<Record<string, string>>;
  switches: ReadonlySet<string>;
}

export interface Command {
  name: string;
  /** The one line of the list of commands. */
  summary: string;
  /** What it does, changes and needs, for its own help. */
  about: string;
  /** The words it takes, each as its help shows it. */
  words: readonly string[];
  /** Its options: what they are for, and the name of their value where they take one. */
  options: Readonly<Record<string, { about: string; value?: string }>>;
  load(): Promise<(input: CommandInput) => Promise<void>>;
}

/** Help is asked for anywhere before `--`, whatever else is said: nothing may be done then. */
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

/** Reads what follows a command's name; whatever it does not take is refused in one sentence. */
export const parseCommandInput = (command: Command, args: string[], program: string): CommandInput => {
  const seeHelp = `\`${program} ${command.name} --help\` tells what it takes.`;
  const { values, positionals: words } = parse(command, args, seeHelp);
  const wanted = command.words.join(' ');
  if (words.length > command.words.length) {
    const extra = words[command.words.length];
    const takes = wanted === '' ? 'no further words' : `${wanted} alone`;
    throw new ConfigError(`${command.name} takes ${takes}, not "${extra}". ${seeHelp}`);
  }
  if (words.length < command.words.length)
    throw new ConfigError(`Say where to: ${command.name} ${wanted}. ${seeHelp}`);
  const given = Object.entries(values);
  return {
    words,
    values: Object.fromEntries(
      given.filter((entry): entry is [string, string] => typeof entry[1] === 'string'),
    ),
    switches: new Set(given.filter(([, value]) => value === true).map(([name]) => name)),
  };
};
