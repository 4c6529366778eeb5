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
  'Run this on the server, or in a Slipway checkout after `npm install`. slipway-server is looked up in node_modules/.bin and PATH.';

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
        remedy: `${howToGetIt} See \`slipway ${command.name} --help\`.`,
      });
    },
  };
  return made;
};

export const serve: Command = handingOn(
  {
    name: 'serve',
    summary: 'Start the server here, with its data in ./data.',
    about:
      'The `slipway` executable includes the server. Otherwise this is short for `slipway server start` and needs `slipway-server`. Configure it with environment variables.',
    args: [{ name: '[words...]', about: 'only `--help`' }],
    examples: [
      { command: 'slipway serve', does: 'Start the server; the first start prints the admin key.' },
      { command: 'PORT=9000 slipway serve', does: 'Listen on port 9000, and on 9001 for uploads.' },
    ],
  },
  ['start'],
);

export const server: Command = handingOn(
  {
    name: 'server',
    summary: 'Run a slipway-server command (for operators).',
    about:
      'Passes everything after `server` to `slipway-server`: `start`, `migrate`, `backup`, `move`, `reset-key`. The `slipway` executable includes it.',
    args: [{ name: '[words...]', about: 'slipway-server command and options' }],
    examples: [
      {
        command: 'slipway server backup /var/backups/slipway',
        does: 'Back up the database and all artifacts to that folder.',
      },
      { command: 'slipway server --help', does: 'List the operator commands.' },
    ],
  },
  [],
);
