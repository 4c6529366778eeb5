import type { Fetch } from '@slipway/api';
import { oneLine } from './plain-text.ts';

/*
 * Names, reasons and details come from whoever has a key of the app. In a sentence of ours a line break in them would
 * look like a line of ours, so they are made single lines where responses are read, and not where each is printed.
 */

/** What has lines of its own: shown as blocks, compared with files, or sent on. */
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

/** The same calls, with every text of a response that is not a block of lines in one line. */
export const flattenResponseText =
  (fetch: Fetch): Fetch =>
  async (url, init) => {
    const answer = await fetch(url, init);
    return { ...answer, text: async () => rewrite(await answer.text()) };
  };
