import { setDefaultAutoSelectFamilyAttemptTimeout } from 'node:net';
import { explainFailure } from './commands/failure.ts';
import { tolerateOutputErrors } from './commands/output-errors.ts';
import { type Program, runCommand } from './commands/run.ts';

/**
 * Node gives each address of a host with several addresses only 250 ms, which is too short for a distant network or a
 * busy machine.
 */
const attemptMs = 3000;

/** Runs a command in this process: times are UTC in any time zone, and a failure sets the exit code. */
export const runProgram = (words: string[], program: Program): void => {
  process.env.TZ = 'UTC';
  tolerateOutputErrors();
  setDefaultAutoSelectFamilyAttemptTimeout(attemptMs);
  runCommand(words, program).catch((error: unknown) => {
    const { message, exitCode } = explainFailure(error);
    process.stderr.write(`${message}\n`);
    // Resources opened before the failure, a listener or a database, would keep the process alive.
    process.exit(exitCode);
  });
};
