/** A text that does not hold on to the request that it was cut from, which may have 16 KiB. */
export const detachString = (text: string): string => Buffer.from(text).toString();
