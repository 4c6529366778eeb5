/** The content does not match the feed's format. The message says why; the caller adds the file name. */
export class UnreadableFeedError extends Error {}
