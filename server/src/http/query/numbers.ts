import { Refusal } from '../../domain/model/errors.ts';

export const wholeNumberPattern = '^[+-]?[0-9]+$';

/** Defaults to 20, clamped to 1–100; rejects anything but whole numbers. */
export const parseLimit = (text: string | undefined): number => {
  if (text === undefined) return 20;
  if (!new RegExp(wholeNumberPattern).test(text)) {
    throw new Refusal('invalid-fields', 'limit must be a whole number.', [
      { pointer: '/limit', code: 'type', detail: 'limit must be a whole number; it is clamped to 1–100.' },
    ]);
  }
  return Math.min(100, Math.max(1, Number(text)));
};

/** For public routes: invalid numbers become 20. */
export const parsePublicLimit = (text: string | undefined): number =>
  parseLimit(text !== undefined && new RegExp(wholeNumberPattern).test(text) ? text : undefined);
