#!/usr/bin/env node
import { enableCompileCache } from 'node:module';
import { fileURLToPath } from 'node:url';
import { asksForHelp, readInput } from './commands/command.ts';
import { explainFailure } from './commands/failure.ts';
import { helpOf, helpOfAll } from './commands/help.ts';
import { commands } from './commands/table.ts';
import { ConfigError } from './config/config.ts';
import { findNearest } from './config/nearest.ts';
import { keepTicksCheap } from './node/ticks.ts';
import { version } from './version.ts';

/* The process edge: which command, exit codes. Times are UTC whatever the machine's zone. */

process.env.TZ = 'UTC';

// Stripped and compiled modules are kept: a second start needs 40 % less processor time.
enableCompileCache(fileURLToPath(new URL('../../node_modules/.cache/slipway', import.meta.url)));
keepTicksCheap();

const findCommand = (name: string) => {
  const command = commands.find((candidate) => candidate.name === name);
  if (command !== undefined) return command;
  const nearest = findNearest(
    name,
    commands.map((candidate) => candidate.name),
  );
  const hint = nearest === undefined ? '' : ` Did you mean "${nearest}"?`;
  throw new ConfigError(
    `There is no ${name.startsWith('-') ? 'option' : 'command'} "${name}".${hint} \`slipway-server --help\` lists what there is.`,
  );
};

/** Help and version only ever print, wherever they are asked for. */
const findText = (name: string, args: string[]): string | undefined => {
  if (name === '--version' || name === '-v') return `${version}\n`;
  const isHelp = name === 'help' || asksForHelp([name]);
  const about = isHelp ? args.find((word) => !word.startsWith('-')) : name;
  if (isHelp) return about === undefined ? helpOfAll(commands) : helpOf(findCommand(about));
  return asksForHelp(args) ? helpOf(findCommand(name)) : undefined;
};

const run = async ([name = 'start', ...args]: string[]): Promise<void> => {
  const text = findText(name, args);
  if (text !== undefined) {
    process.stdout.write(text);
    return;
  }
  const command = findCommand(name);
  const input = readInput(command, args);
  await (await command.load())(input);
};

run(process.argv.slice(2)).catch((error: unknown) => {
  const { message, exitCode } = explainFailure(error);
  process.stderr.write(`${message}\n`);
  // What was opened before the failure, a listener or a database, would keep the process alive without answering.
  process.exit(exitCode);
});
