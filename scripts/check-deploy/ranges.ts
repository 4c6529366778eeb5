import assert from 'node:assert/strict';
import { parseByteRanges, rangeHeader } from '../../lab/byteranges.ts';
import type { Dial } from './publish-through.ts';

/** Sends a differential updater's request, with a header over the usual proxy limit; returns the received bytes. */
export const checkManyRanges = async (dial: Dial, address: string, bytes: Buffer): Promise<number> => {
  const stride = Math.floor(bytes.length / 500);
  const ranges = Array.from({ length: 500 }, (_, index) => [index * stride, index * stride + 9] as const);
  // Zeros pad it to the length for a file of 1 GB.
  const range = rangeHeader(ranges).replaceAll(/\d+/g, (digits) => digits.padStart(10, '0'));
  const { status, headers, body } = await dial(address, { headers: { range } });
  const received = Buffer.concat(await body.toArray());
  assert.equal(status, 206, `a Range header of ${range.length} bytes`);
  const parts = parseByteRanges(headers['content-type'], received);
  assert.deepEqual(
    parts.map(({ start, end }) => [start, end]),
    ranges,
  );
  for (const part of parts) assert.ok(part.bytes.equals(bytes.subarray(part.start, part.end + 1)));
  return received.length;
};
