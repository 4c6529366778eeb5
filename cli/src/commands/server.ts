import { spawn } from 'node:child_process';
import { access, constants } from 'node:fs/promises';
import { delimiter, join } from 'node:path';
import type { Command } from '../command.ts';
import { ancestorFolders, isOwnedByAnother } from '../config/walk-up.ts';
import type { Context } from '../context.ts';
import { exitCodes, Failure } from '../errors/failure.ts';
import { examplesText } from '../program.ts';

const binName = process.platform === 'win32' ? 'slipway-server.cmd' : 'slipway-server';

const isRunnable = (path: string): Promise<boolean> =>
  access(path, constants.X_OK).then(
    () => true,
    () => false,
  );

const findServer = async ({ cwd, env }: Context): Promise<string | undefined> => {
  for (const folder of await ancestorFolders(cwd)) {
    const path = join(folder, 'node_modules', '.bin', binName);
    if ((await isRunnable(path)) && !(await isOwnedByAnother(path))) return path;
  }
  for (const folder of (env.PATH ?? '').split(delimiter).filter((one) => one !== '')) {
    const path = join(folder, binName);
    if (await isRunnable(path)) return path;
  }
  return undefined;
};

const howToGetIt =
  'Run this where the service runs, or in a checkout of Slipway after `npm install`: slipway-server is searched for in node_modules/.bin and PATH.';

const asksForHelp = ([first]: string[]): boolean => ['--help', '-h', 'help'].includes(first ?? '');

/** The server prints its own help; this replaces it if the server is not installed. */
const helpWithoutServer = ({ name, summary, about, examples }: Command): string =>
  [
    `Usage: slipway ${name} [words...]`,
    `\n${summary}`,
    `${about}`,
    examplesText(examples),
    `\nslipway-server is not installed here. ${howToGetIt}`,
  ].join('\n');

const runServer = async (path: string, words: string[]): Promise<void> => {
  // Ctrl-C reaches the child too, and the child decides how to handle it.
  const child = spawn(path, words, { stdio: 'inherit', shell: process.platform === 'win32' });
  // A service manager signals only this process.
  process.on('SIGTERM', () => child.kill('SIGTERM'));
  const code = await new Promise<number>((resolve, reject) => {
    child.once('error', reject);
    child.once('exit', (status, signal) => resolve(status ?? (signal === null ? 1 : exitCodes.interrupted)));
  });
  if (code !== 0) process.exit(code);
};

/** Runs slipway-server with some fixed arguments before the user's. */
const handingOn = (command: Omit<Command, 'run' | 'passesThrough'>, first: string[]): Command => {
  const made: Command = {
    ...command,
    passesThrough: true,
    async run({ args }, context) {
      const path = await findServer(context);
      if (path !== undefined) return runServer(path, [...first, ...args]);
      if (asksForHelp(args)) return context.output.line(helpWithoutServer(made));
      throw new Failure('slipway-server is not installed here.', {
        exit: exitCodes.failed,
        code: 'server-missing',
        remedy: `${howToGetIt} \`slipway ${command.name} --help\` tells more.`,
      });
    },
  };
  return made;
};

export const serve: Command = handingOn(
  {
    name: 'serve',
    summary: 'Start the service on this machine, with its data in ./data.',
    about:
      'The single file `slipway` holds the service; elsewhere this is short for `slipway server start` and needs `slipway-server`. Everything is configured by environment variables.',
    args: [{ name: '[words...]', about: 'nothing but `--help`' }],
    examples: [
      { command: 'slipway serve', does: 'Prints the addresses and, at the first start, the admin key.' },
      { command: 'PORT=9000 slipway serve', does: 'Listens on ports 9000 and, for uploads, 9001.' },
    ],
  },
  ['start'],
);

export const server: Command = handingOn(
  {
    name: 'server',
    summary: 'Run a command of `slipway-server`, for operators, where it is installed.',
    about:
      'Everything after `server` is passed to `slipway-server`: `start`, `migrate`, `reset-key`, `backup` and the rest. The single file `slipway` has these commands inside.',
    args: [{ name: '[words...]', about: 'its command and options' }],
    examples: [
      { command: 'slipway server start', does: 'Starts the service on this machine.' },
      {
        command: 'slipway server backup /var/backups/slipway',
        does: 'Copies its database and every artifact into that folder.',
      },
      { command: 'slipway server --help', does: 'Lists the operator’s commands.' },
    ],
  },
  [],
);
