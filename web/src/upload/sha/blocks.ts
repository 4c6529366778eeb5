/*
 * What the hashes of FIPS 180-4 have in common. They are written out here, since the browser's own take a file only as
 * a whole and are missing on plain http; as compiled code they would weigh five times as much and be hardly faster.
 */

export interface Hasher {
  update(bytes: Uint8Array): void;
  /** In hex; ends it. */
  digest(): string;
}

/** Takes in the block that begins at a place. */
type Mix = (bytes: DataView, from: number) => void;

/** Cuts what comes into blocks, and ends it as all of this family end: a bit, zeros, the length in bits. */
export const inBlocks = (size: number, mix: Mix, words: () => Iterable<number>): Hasher => {
  const rest = new Uint8Array(size);
  let [held, total] = [0, 0];
  const update = (bytes: Uint8Array): void => {
    total += bytes.length;
    let at = 0;
    if (held > 0) {
      at = Math.min(size - held, bytes.length);
      rest.set(bytes.subarray(0, at), held);
      held += at;
      if (held < size) return;
      mix(new DataView(rest.buffer), 0);
    }
    const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
    for (; at + size <= bytes.length; at += size) mix(view, at);
    rest.set(bytes.subarray(at));
    held = bytes.length - at;
  };
  const digest = (): string => {
    const bits = BigInt(total) * 8n;
    const lengthBytes = size / 8;
    const zeros = (2 * size - held - 1 - lengthBytes) % size;
    const end = new Uint8Array(1 + zeros + lengthBytes);
    end[0] = 0x80;
    new DataView(end.buffer).setBigUint64(end.length - 8, bits);
    update(end);
    return [...words()].map((word) => (word >>> 0).toString(16).padStart(8, '0')).join('');
  };
  return { update, digest };
};

/** A word of a list, which is as long as its loops are. */
export const at = (list: Int32Array, index: number): number => list[index] as number;
