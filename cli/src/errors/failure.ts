/** What the command ends with; docs/CLI.md tells the same to its readers. */
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
  /** Stable and kebab-case, for those who read `--json`. */
  code: string;
  /** What to do next, one sentence a line. */
  remedy?: string | undefined;
  cause?: unknown;
}

/** Ends the command: says what went wrong and what to do next. */
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

/** The command was called wrongly, or left out what only the caller knows. */
export const usageFailure = (message: string, remedy?: string): Failure =>
  new Failure(message, { exit: exitCodes.usage, code: 'usage', remedy });

/** The person said no, or pressed Ctrl-C. */
export const interruptedFailure = (message = 'Stopped.', remedy?: string): Failure =>
  new Failure(message, { exit: exitCodes.interrupted, code: 'interrupted', remedy });
