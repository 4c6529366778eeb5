/** A feed that is not what its name says; the message says where it differs, and whoever knows the file names it. */
export class UnreadableFeedError extends Error {}
