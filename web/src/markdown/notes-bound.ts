const mostBytes = 64 * 1024;

/** What is wrong with notes: the API takes so many bytes. */
export const faultOfNotes = (notes: string): string | undefined => {
  const { length } = new TextEncoder().encode(notes);
  return length > mostBytes ? `Too long by ${length - mostBytes} bytes: 64 KiB at most.` : undefined;
};
