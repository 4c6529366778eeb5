/* Sketches as text, alike in both engines: base64, in which long runs of nothing are written as their length. */

/** A sketch as it is kept. */
export const encodeSketch = ({ buffer, byteOffset, length }: Uint8Array): string =>
  Buffer.from(buffer, byteOffset, length)
    .toString('base64')
    .replace(/A{5,}/g, (run) => `.${run.length}.`);

/** A sketch that was kept. */
export const decodeSketch = (text: string): Uint8Array =>
  new Uint8Array(
    Buffer.from(
      text.replace(/\.(\d+)\./g, (_, length: string) => 'A'.repeat(Number(length))),
      'base64',
    ),
  );
