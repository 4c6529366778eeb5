import type { Environment } from '../config/environment.ts';
import type { Failure } from '../errors/failure.ts';
import { jsonLine, stripControlCharacters } from './plain-text.ts';

type Style = 'good' | 'bad' | 'warn' | 'strong' | 'faint';

const tones: Record<Style, [number, number]> = {
  good: [32, 39],
  bad: [31, 39],
  warn: [33, 39],
  strong: [1, 22],
  faint: [2, 22],
};

interface Stream {
  isTTY?: boolean;
  columns?: number;
  write(text: string): unknown;
}

/** Results go to stdout, everything else to stderr. */
export interface Output {
  json: boolean;
  /** Whether stderr is a terminal that can show bars. */
  isInteractive: boolean;
  stderr: Stream;
  /** A result for people; silent with --json. */
  line(text?: string): void;
  /** Additional information for people; silent with --json. */
  note(text: string): void;
  warn(text: string): void;
  /** A result for machines, one JSON object per line; silent without --json. */
  object(value: unknown): void;
  /** The error and the next step, in both modes. */
  failure(failure: Failure): void;
  style(tone: Style, text: string): string;
}

/** Color only in a terminal, and never with NO_COLOR (https://no-color.org: set and not empty). */
export const wantsColor = (stream: Stream, env: Environment): boolean =>
  stream.isTTY === true && !env.NO_COLOR && env.TERM !== 'dumb';

const paint = (enabled: boolean, tone: Style, text: string): string => {
  const [on, off] = tones[tone];
  return enabled ? `\u001b[${on}m${text}\u001b[${off}m` : text;
};

export const createOutput = (options: {
  stdout: Stream;
  stderr: Stream;
  env: Environment;
  json: boolean;
}): Output => {
  const { stdout, stderr, env, json } = options;
  const print = (stream: Stream, text: string) => stream.write(`${stripControlCharacters(text)}\n`);
  const errTone = (tone: Style, text: string) => paint(wantsColor(stderr, env), tone, text);
  return {
    json,
    stderr,
    isInteractive: !json && stderr.isTTY === true && env.TERM !== 'dumb',
    line: (text = '') => json || print(stdout, text),
    note: (text) => json || print(stderr, text),
    warn: (text) => json || print(stderr, `${errTone('warn', 'warning:')} ${text}`),
    object: (value) => json && stdout.write(`${jsonLine(value)}\n`),
    failure: (failure) => {
      if (json) {
        const { code, message, remedy, exit } = failure;
        stdout.write(`${jsonLine({ event: 'error', code, message, remedy: remedy ?? null, exit })}\n`);
      }
      print(stderr, `${errTone('bad', 'error:')} ${failure.message}`);
      if (failure.remedy !== undefined) print(stderr, failure.remedy);
    },
    style: (tone, text) => paint(wantsColor(stdout, env), tone, text),
  };
};
