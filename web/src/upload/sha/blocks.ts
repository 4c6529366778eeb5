/*
 * Common parts of the FIPS 180-4 hashes. WebCrypto cannot hash a stream and is missing on plain HTTP; WebAssembly would
 * be five times as large and hardly faster.
 */

export interface Hasher {
  update(bytes: Uint8Array): void;
  /** Finalizes; returns hex. */
  digest(): string;
}

/** Processes the block at an offset. */
type Mix = (bytes: DataView, from: number) => void;

/** Splits input into blocks and adds the padding: a one bit, zeros, the length in bits. */
export const inBlocks = (size: number, mix: Mix, words: () => Iterable<number>): Hasher => {
  const rest = new Uint8Array(size);
  let [buffered, total] = [0, 0];
  const update = (bytes: Uint8Array): void => {
    total += bytes.length;
    let at = 0;
    if (buffered > 0) {
      at = Math.min(size - buffered, bytes.length);
      rest.set(bytes.subarray(0, at), buffered);
      buffered += at;
      if (buffered < size) return;
      mix(new DataView(rest.buffer), 0);
    }
    const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
    for (; at + size <= bytes.length; at += size) mix(view, at);
    rest.set(bytes.subarray(at));
    buffered = bytes.length - at;
  };
  const digest = (): string => {
    const bits = BigInt(total) * 8n;
    const lengthBytes = size / 8;
    const zeros = (2 * size - buffered - 1 - lengthBytes) % size;
    const end = new Uint8Array(1 + zeros + lengthBytes);
    end[0] = 0x80;
    new DataView(end.buffer).setBigUint64(end.length - 8, bits);
    update(end);
    return [...words()].map((word) => (word >>> 0).toString(16).padStart(8, '0')).join('');
  };
  return { update, digest };
};

/** Reads a word; callers stay within bounds. */
export const at = (list: Int32Array, index: number): number => list[index] as number;
