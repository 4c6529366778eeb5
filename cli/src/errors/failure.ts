/** docs/reference/cli.md documents these exit codes. */
export const exitCodes = {
  done: 0,
  failed: 1,
  usage: 2,
  refused: 3,
  unreachable: 4,
  interrupted: 130,
} as const;
export type ExitCode = (typeof exitCodes)[keyof typeof exitCodes];

export interface FailureDetails {
  exit: ExitCode;
  /** Stable and kebab-case, for `--json`. */
  code: string;
  /** The next step, one sentence per line. */
  remedy?: string | undefined;
  cause?: unknown;
}

/** Ends the command with the error and the next step. */
export class Failure extends Error {
  readonly exit: ExitCode;
  readonly code: string;
  readonly remedy: string | undefined;

  constructor(message: string, details: FailureDetails) {
    super(message, { cause: details.cause });
    this.name = 'Failure';
    this.exit = details.exit;
    this.code = details.code;
    this.remedy = details.remedy;
  }
}

/** The command line is wrong or incomplete. */
export const usageFailure = (message: string, remedy?: string): Failure =>
  new Failure(message, { exit: exitCodes.usage, code: 'usage', remedy });

/** The user declined or pressed Ctrl-C. */
export const interruptedFailure = (message = 'Interrupted.', remedy?: string): Failure =>
  new Failure(message, { exit: exitCodes.interrupted, code: 'interrupted', remedy });
