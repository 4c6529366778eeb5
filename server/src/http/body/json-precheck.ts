import { bounds } from '../../domain/model/bounds.ts';
import type { Fault } from '../../domain/model/errors.ts';
import { pointerToMember } from './json-pointer.ts';
import type { SchemaCapacity } from './schema-capacity.ts';

/*
 * Counts the values of a JSON text by its bytes, before parsing: a mebibyte of brackets takes the parser 60 ms, and
 * validation far longer. The text may be invalid JSON; the parser rejects it later, so wrong counts do no harm.
 */

const quote = 0x22;
const comma = 0x2c;
const colon = 0x3a;
const openList = 0x5b;
const backslash = 0x5c;
const closeList = 0x5d;
const openObject = 0x7b;
const closeObject = 0x7d;

const tooDeep = { code: 'depth', detail: `The body is nested deeper than ${bounds.bodyDepth} levels.` };
const tooMany = { code: 'values', detail: 'Too many values in the body.' };

/** The index of the closing quote. */
const endOfText = (body: Uint8Array, start: number): number => {
  let index = start + 1;
  while (index < body.length && body[index] !== quote) index += body[index] === backslash ? 2 : 1;
  return index;
};

/** The first limit that a body exceeds, reported for the top-level member that exceeds it. */
export const precheckJson = (body: Buffer, capacity: SchemaCapacity): Fault | undefined => {
  let depth = 0;
  let values = 1;
  let members = 0;
  let text = { start: 0, end: 0 };
  let member = text;
  for (let index = 0; index < body.length; index++) {
    const byte = body[index];
    if (byte === quote) {
      const end = endOfText(body, index);
      if (depth === 1) text = { start: index, end: end + 1 };
      index = end;
    } else if (byte === colon) {
      members += 1;
      if (depth === 1) member = text;
    } else if (byte === comma) values += 1;
    else if (byte === closeList || byte === closeObject) depth -= 1;
    else if (byte === openList || byte === openObject) {
      depth += 1;
      values += 1;
    }
    const isTooMany = values > capacity.values || members > capacity.members;
    if (isTooMany || depth > bounds.bodyDepth)
      return {
        pointer: pointerToMember(body.subarray(member.start, member.end)),
        ...(isTooMany ? tooMany : tooDeep),
      };
  }
  return undefined;
};
