/** Copies a slice, which would otherwise keep its whole request, up to 16 KiB, in memory. */
export const detachString = (text: string): string => Buffer.from(text).toString();
