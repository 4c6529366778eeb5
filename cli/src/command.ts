import type { Context } from './context.ts';
import { usageFailure } from './errors/failure.ts';
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
export const sharedOptions = {
  app: { flags: '--app <slug>', about: 'the app (default: SLIPWAY_APP, then the project file)' },
  channel: {
    flags: '--channel <name>',
    about: 'the channel (default: SLIPWAY_CHANNEL, then the project file, then stable)',
  },
  yes: { flags: '--yes', about: 'do not ask for confirmation' },
  limit: { flags: '--limit <n>', about: 'entries per page, 1 to 100 (default: 20)' },
  cursor: { flags: '--cursor <cursor>', about: 'continue after an earlier page, which printed this cursor' },
} as const satisfies Record<string, Option>;

/** Options of every command. */
export const globalOptions: Option[] = [
  {
    flags: '--url <address>',
    about: 'the address of the service (default: SLIPWAY_URL, then the project file, then the last login)',
  },
  { flags: '--json', about: 'write JSON for scripts, one object per line' },
];

/** The text given for an option, if any. */
export const optionText = (input: Input, name: string): string | undefined => {
  const value = input.options[name];
  return typeof value === 'string' ? value : undefined;
};

/** Every text given for an option that repeats. */
export const optionTexts = (input: Input, name: string): string[] => {
  const value = input.options[name];
  return Array.isArray(value) ? value : [];
};

/** Every word given for an option that takes comma-separated lists and repeats. */
export const optionList = (input: Input, name: string): string[] =>
  optionTexts(input, name)
    .flatMap((text) => text.split(','))
    .map((word) => word.trim())
    .filter((word) => word !== '');

/** The page that --limit and --cursor ask for. */
export const pageOptions = (input: Input): { limit: number; cursor?: string } => {
  const limit = Number(optionText(input, 'limit') ?? '20');
  if (!Number.isInteger(limit) || limit < 1 || limit > 100)
    throw usageFailure(
      '--limit must be a number from 1 to 100.',
      '--cursor shows the pages after the first.',
    );
  const cursor = optionText(input, 'cursor');
  return { limit, ...(cursor === undefined ? {} : { cursor }) };
};

/** How to see what comes after a page. */
export const nextPageHint = (next: string): string =>
  `There are more. For the next page, add --cursor ${quoteForShell(next)}`;

/** Whether a flag was given. */
export const hasFlag = (input: Input, name: string): boolean => input.options[name] === true;
