import { setImmediate } from 'node:timers/promises';

/*
 * Serializes large values in steps: a mebibyte of JSON blocks the main thread for 5 ms, and a release with all its
 * signatures for 30 ms.
 */

const largeLength = 256 * 1024;

/** An estimate; stops counting once the value is large. */
const lengthOf = (value: unknown, soFar = 0): number => {
  if (typeof value === 'string') return soFar + value.length;
  if (typeof value !== 'object' || value === null) return soFar + 8;
  let length = soFar;
  for (const inner of Object.values(value)) {
    if (length > largeLength) return length;
    length = lengthOf(inner, length + 8);
  }
  return length;
};

const isNested = (value: unknown): value is object => typeof value === 'object' && value !== null;

const piecesOf = function* (value: unknown): Generator<string> {
  if (!isNested(value) || !Object.values(value).some(isNested)) {
    yield JSON.stringify(value) ?? 'null';
    return;
  }
  const isList = Array.isArray(value);
  let sign = isList ? '[' : '{';
  for (const [name, inner] of Object.entries(value)) {
    if (inner === undefined && !isList) continue;
    yield isList ? sign : `${sign}${JSON.stringify(name)}:`;
    yield* piecesOf(inner);
    sign = ',';
  }
  yield (sign === ',' ? '' : sign) + (isList ? ']' : '}');
};

/** Same output as `JSON.stringify`. */
export const stringifyLarge = async (value: unknown): Promise<string | Buffer> => {
  if (lengthOf(value) <= largeLength) return JSON.stringify(value);
  const pieces: Buffer[] = [];
  let text = '';
  for (const piece of piecesOf(value)) {
    text += piece;
    if (text.length < largeLength) continue;
    pieces.push(Buffer.from(text));
    text = '';
    await setImmediate();
  }
  return Buffer.concat([...pieces, Buffer.from(text)]);
};
