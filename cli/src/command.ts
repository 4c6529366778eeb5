import type { Context } from './context.ts';
import { usageFailure } from './failure.ts';
import { quoteForShell } from './terminal/shell-quote.ts';

export interface Argument {
  /** As commander reads it: `<version>`, `[files...]`. */
  name: string;
  about: string;
}

export interface Option {
  /** As commander reads it: `--reason <text>`, `--yes`. */
  flags: string;
  about: string;
  /** May be given several times; the values become a list. */
  repeats?: boolean;
  /** The only values it takes. */
  choices?: readonly string[];
}

export interface Example {
  command: string;
  does: string;
}

export type OptionValues = Record<string, string | boolean | string[] | undefined>;

export interface Input {
  args: string[];
  options: OptionValues;
}

/** One row of the command table: help, reference and completion are all made from it. */
export interface Command {
  /** Its words: `releases withdraw`. */
  name: string;
  /** One sentence. */
  summary: string;
  /** Paragraphs for the reference, where the sentence is not enough. */
  about?: string;
  args?: Argument[];
  options?: Option[];
  examples: Example[];
  /** Arguments are handed on untouched, `--help` included. */
  passesThrough?: boolean;
  run(input: Input, context: Context): Promise<void>;
}

/** Options that several commands share, told once. */
export const shared = {
  app: { flags: '--app <slug>', about: 'the app; else SLIPWAY_APP or the project file' },
  channel: {
    flags: '--channel <name>',
    about: 'the channel; else SLIPWAY_CHANNEL, the project file or stable',
  },
  yes: { flags: '--yes', about: 'do it without asking' },
  limit: { flags: '--limit <n>', about: 'how many at most (1 to 100)' },
  cursor: { flags: '--cursor <cursor>', about: 'go on where an earlier page ended, which told it' },
} as const satisfies Record<string, Option>;

/** Options of every command. */
export const everywhere: Option[] = [
  { flags: '--url <address>', about: 'the service; else SLIPWAY_URL, the project file or the last login' },
  { flags: '--json', about: 'write JSON for machines, one object a line' },
];

/** The text given for an option, if any. */
export const textOf = (input: Input, name: string): string | undefined => {
  const value = input.options[name];
  return typeof value === 'string' ? value : undefined;
};

/** Every text given for an option that repeats. */
export const textsOf = (input: Input, name: string): string[] => {
  const value = input.options[name];
  return Array.isArray(value) ? value : [];
};

/** Every word given for an option that takes comma-separated lists and repeats. */
export const wordsOf = (input: Input, name: string): string[] =>
  textsOf(input, name)
    .flatMap((text) => text.split(','))
    .map((word) => word.trim())
    .filter((word) => word !== '');

/** The page that --limit and --cursor ask for. */
export const pageOf = (input: Input): { limit: number; cursor?: string } => {
  const limit = Number(textOf(input, 'limit') ?? '20');
  if (!Number.isInteger(limit) || limit < 1 || limit > 100)
    throw usageFailure('--limit is a number from 1 to 100.', '--cursor shows the pages after the first.');
  const cursor = textOf(input, 'cursor');
  return { limit, ...(cursor === undefined ? {} : { cursor }) };
};

/** How to see what comes after a page. */
export const nextPageHint = (next: string): string =>
  `There are more: the same command with --cursor ${quoteForShell(next)} goes on.`;

/** Whether a flag was given. */
export const hasFlag = (input: Input, name: string): boolean => input.options[name] === true;
