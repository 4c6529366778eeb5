import type { Context } from './context.ts';
import { usageFailure } from './errors/failure.ts';
import { quoteForShell } from './terminal/shell-quote.ts';

export interface Argument {
  /** In commander's syntax: `<version>`, `[files...]`. */
  name: string;
  about: string;
}

export interface Option {
  /** In commander's syntax: `--reason <text>`, `--yes`. */
  flags: string;
  about: string;
  /** Repeatable; the values become a list. */
  repeats?: boolean;
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

/** One row of the command table, the source of help, reference, and completion. */
export interface Command {
  /** The words on the command line: `releases withdraw`. */
  name: string;
  /** One sentence. */
  summary: string;
  /** Extra paragraphs for the reference. */
  about?: string;
  args?: Argument[];
  options?: Option[];
  examples: Example[];
  /** Passes all arguments on untouched, including `--help`. */
  passesThrough?: boolean;
  run(input: Input, context: Context): Promise<void>;
}

export const sharedOptions = {
  app: { flags: '--app <slug>', about: 'app slug (default: SLIPWAY_APP, then slipway.json)' },
  channel: {
    flags: '--channel <name>',
    about: 'channel (default: SLIPWAY_CHANNEL, then slipway.json, then stable)',
  },
  yes: { flags: '--yes', about: 'skip confirmation' },
  limit: { flags: '--limit <n>', about: 'results per page, 1–100 (default: 20)' },
  cursor: { flags: '--cursor <cursor>', about: 'continue from a previous page' },
} as const satisfies Record<string, Option>;

export const globalOptions: Option[] = [
  {
    flags: '--url <address>',
    about: 'server URL (default: SLIPWAY_URL, then slipway.json, then the last login)',
  },
  { flags: '--json', about: 'print JSON, one object per line' },
];

export const optionText = (input: Input, name: string): string | undefined => {
  const value = input.options[name];
  return typeof value === 'string' ? value : undefined;
};

/** All values of a repeatable option. */
export const optionTexts = (input: Input, name: string): string[] => {
  const value = input.options[name];
  return Array.isArray(value) ? value : [];
};

/** All values of a repeatable option that takes comma-separated lists. */
export const optionList = (input: Input, name: string): string[] =>
  optionTexts(input, name)
    .flatMap((text) => text.split(','))
    .map((word) => word.trim())
    .filter((word) => word !== '');

export const pageOptions = (input: Input): { limit: number; cursor?: string } => {
  const limit = Number(optionText(input, 'limit') ?? '20');
  if (!Number.isInteger(limit) || limit < 1 || limit > 100)
    throw usageFailure('--limit must be a number from 1 to 100.', 'Use --cursor for more pages.');
  const cursor = optionText(input, 'cursor');
  return { limit, ...(cursor === undefined ? {} : { cursor }) };
};

export const nextPageHint = (next: string): string => `More results: add --cursor ${quoteForShell(next)}`;

export const hasFlag = (input: Input, name: string): boolean => input.options[name] === true;
