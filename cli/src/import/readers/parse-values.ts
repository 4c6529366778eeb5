import { UnreadableFeedError } from '../../formats/unreadable-feed-error.ts';

/* Parses values from untrusted documents. */

export const nonEmptyText = (value: unknown): string | undefined =>
  typeof value === 'string' && value.trim() !== '' ? value.trim() : undefined;

/** Throws UnreadableFeedError. */
export const parseJson = (text: string): Record<string, unknown> => {
  try {
    const value: unknown = JSON.parse(text.replace(/^\ufeff/, ''));
    if (typeof value === 'object' && value !== null) return value as Record<string, unknown>;
  } catch {
    // Reported below.
  }
  throw new UnreadableFeedError('it is not a JSON object');
};

/** Accepts RFC 3339 and RFC 2822; undefined for anything else. */
export const parseInstant = (text: string | undefined): string | undefined => {
  if (text === undefined || text.length > 100) return undefined;
  const at = new Date(text);
  const year = at.getUTCFullYear();
  return year >= 1 && year <= 9999 ? at.toISOString() : undefined;
};
