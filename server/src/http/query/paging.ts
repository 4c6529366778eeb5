import { fieldBounds } from '@slipway/api';
import { Type } from 'typebox';
import type { PageRequest } from '../../domain/ports/page.ts';
import { parseLimit, wholeNumberPattern } from './numbers.ts';

export const PageFields = {
  limit: Type.Optional(
    Type.String({
      pattern: wholeNumberPattern,
      description: 'A whole number, clamped to 1–100 (default: 20).',
    }),
  ),
  cursor: Type.Optional(
    Type.String({ maxLength: fieldBounds.cursor, description: '`next` of the previous page.' }),
  ),
};
export const PageQuery = Type.Object(PageFields);

export const parsePageRequest = ({ limit, cursor }: { limit?: string; cursor?: string }): PageRequest => ({
  limit: parseLimit(limit),
  // Some clients send an empty cursor with the first request.
  cursor: cursor || undefined,
});
