import { formatQuantity } from '../format.ts';

const mostBytes = 64 * 1024;

/** Checks the API's size limit. */
export const notesError = (notes: string): string | undefined => {
  const { length } = new TextEncoder().encode(notes);
  return length > mostBytes
    ? `${formatQuantity(length - mostBytes, 'byte')} over the 64 KiB limit.`
    : undefined;
};
