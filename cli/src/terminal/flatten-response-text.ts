import type { Fetch } from '@slipway/api';
import { oneLine } from './plain-text.ts';

/*
 * Names, reasons, and details are user input, and a line break in them could imitate the CLI's output. So responses are
 * flattened when they are read, not wherever a value is printed.
 */

/** Multi-line fields: shown as blocks, compared with files, or sent on. */
const multiLine = new Set(['notes', 'signature', 'publicKey', 'body']);

const singleLine = (name: string, value: unknown): unknown =>
  typeof value === 'string' && !multiLine.has(name) ? oneLine(value) : value;

const rewrite = (text: string): string => {
  try {
    return JSON.stringify(JSON.parse(text, singleLine));
  } catch {
    return text;
  }
};

/** Flattens every response text except multi-line fields. */
export const flattenResponseText =
  (fetch: Fetch): Fetch =>
  async (url, init) => {
    const answer = await fetch(url, init);
    return { ...answer, text: async () => rewrite(await answer.text()) };
  };
