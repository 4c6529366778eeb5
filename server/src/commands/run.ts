import { findClosestMatch } from '../config/closest-match.ts';
import { ConfigError } from '../config/config.ts';
import { version } from '../version.ts';
import { asksForHelp, parseCommandInput } from './command.ts';
import { commandTable } from './command-table.ts';
import { renderCommandHelp, renderCommandList } from './help.ts';

export interface Program {
  /** The text before a command's name in help. */
  name: string;
  /** Called with the command that is about to run; throws to prevent it. */
  before?(command: string): Promise<void>;
}

const findCommand = (name: string, program: Program) => {
  const command = commandTable.find((candidate) => candidate.name === name);
  if (command !== undefined) return command;
  const nearest = findClosestMatch(
    name,
    commandTable.map((candidate) => candidate.name),
  );
  const hint = nearest === undefined ? '' : ` Did you mean "${nearest}"?`;
  throw new ConfigError(
    `Unknown ${name.startsWith('-') ? 'option' : 'command'} "${name}".${hint} See \`${program.name} --help\`.`,
  );
};

/** Help and version only ever print, in any position. */
const findText = ([name = '', ...args]: string[], program: Program): string | undefined => {
  if (name === '--version' || name === '-v') return `${version}\n`;
  const helpOn = (word: string) => renderCommandHelp(findCommand(word, program), program.name);
  const isHelp = name === 'help' || asksForHelp([name]);
  const about = isHelp ? args.find((word) => !word.startsWith('-')) : name;
  if (isHelp) return about === undefined ? renderCommandList(commandTable, program.name) : helpOn(about);
  return asksForHelp(args) ? helpOn(name) : undefined;
};

/** Runs a command; `explainFailure` explains what it throws. */
export const runCommand = async (words: string[], program: Program): Promise<void> => {
  const [name = 'start', ...args] = words;
  const text = findText([name, ...args], program);
  if (text !== undefined) {
    process.stdout.write(text);
    return;
  }
  const command = findCommand(name, program);
  const input = parseCommandInput(command, args, program.name);
  await program.before?.(name);
  await (await command.load())(input);
};
