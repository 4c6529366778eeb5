import { Refusal } from '../../domain/model/errors.ts';

export const wholeNumberPattern = '^[+-]?[0-9]+$';

/** A list's length: 20 unless said, clamped to 1–100; what is no whole number is refused. */
export const parseLimit = (text: string | undefined): number => {
  if (text === undefined) return 20;
  if (!new RegExp(wholeNumberPattern).test(text)) {
    throw new Refusal('invalid-fields', 'limit must be a whole number.', [
      { pointer: '/limit', code: 'type', detail: 'limit must be a whole number; it is clamped to 1–100.' },
    ]);
  }
  return Math.min(100, Math.max(1, Number(text)));
};

/** The same where anyone may ask: what is no whole number reads as 20. */
export const parsePublicLimit = (text: string | undefined): number =>
  parseLimit(text !== undefined && new RegExp(wholeNumberPattern).test(text) ? text : undefined);
