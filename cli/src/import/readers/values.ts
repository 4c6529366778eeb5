import { UnreadableFeedError } from '../../formats/unreadable.ts';

/* Values of a document that anyone may have written. */

/** Text with something in it, trimmed. */
export const nonEmptyText = (value: unknown): string | undefined =>
  typeof value === 'string' && value.trim() !== '' ? value.trim() : undefined;

/** The members of a JSON object; throws UnreadableFeed. */
export const parseJson = (text: string): Record<string, unknown> => {
  try {
    const value: unknown = JSON.parse(text.replace(/^\ufeff/, ''));
    if (typeof value === 'object' && value !== null) return value as Record<string, unknown>;
  } catch {
    // Told below.
  }
  throw new UnreadableFeedError('it is not a JSON object');
};

/** The instant that a date of a feed names, RFC 3339 or RFC 2822; undefined where it names none. */
export const parseInstant = (text: string | undefined): string | undefined => {
  if (text === undefined || text.length > 100) return undefined;
  const at = new Date(text);
  const year = at.getUTCFullYear();
  return year >= 1 && year <= 9999 ? at.toISOString() : undefined;
};
