import { setDefaultAutoSelectFamilyAttemptTimeout } from 'node:net';
import { tolerateOutputErrors } from './commands/failing-output.ts';
import { explainFailure } from './commands/failure.ts';
import { type Program, runCommand } from './commands/run.ts';
import { pinTickShape } from './node/ticks.ts';

/**
 * Of a storage or an issuer with several addresses Node gives each but a quarter of a second: less than a far network takes,
 * or a busy machine.
 */
const attemptMs = 3000;

/** Runs a command as this process: times are UTC whatever the machine's zone, and a failure ends it with its code. */
export const runHere = (words: string[], program: Program): void => {
  process.env.TZ = 'UTC';
  tolerateOutputErrors();
  setDefaultAutoSelectFamilyAttemptTimeout(attemptMs);
  pinTickShape();
  runCommand(words, program).catch((error: unknown) => {
    const { message, exitCode } = explainFailure(error);
    process.stderr.write(`${message}\n`);
    // What was opened before the failure, a listener or a database, would keep the process alive without answering.
    process.exit(exitCode);
  });
};
