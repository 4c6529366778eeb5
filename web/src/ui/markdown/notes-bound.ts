import { formatQuantity } from '../format.ts';

const mostBytes = 64 * 1024;

/** What is wrong with notes: the API takes so many bytes. */
export const notesError = (notes: string): string | undefined => {
  const { length } = new TextEncoder().encode(notes);
  return length > mostBytes
    ? `${formatQuantity(length - mostBytes, 'byte')} over the 64 KiB limit.`
    : undefined;
};
