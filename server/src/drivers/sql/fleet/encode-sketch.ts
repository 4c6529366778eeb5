/* Sketches as text that both engines store alike: base64 with run-length encoded zeros. */

export const encodeSketch = ({ buffer, byteOffset, length }: Uint8Array): string =>
  Buffer.from(buffer, byteOffset, length)
    .toString('base64')
    .replace(/A{5,}/g, (run) => `.${run.length}.`);

export const decodeSketch = (text: string): Uint8Array =>
  new Uint8Array(
    Buffer.from(
      text.replace(/\.(\d+)\./g, (_, length: string) => 'A'.repeat(Number(length))),
      'base64',
    ),
  );
