import { isDay, parseDateTime } from '@slipway/api';
import type { Ajv } from 'ajv';

/* Contract rules that JSON Schema has no keyword for. */

/** Adds keywords for lengths in bytes and for dates as ECMAScript parses them. */
export const addContractKeywords = (validator: Ajv): void => {
  validator.addKeyword({
    keyword: 'x-maxBytes',
    type: 'string',
    schemaType: 'number',
    validate: (limit: number, data: string) => Buffer.byteLength(data) <= limit,
  });
  validator.addKeyword({
    keyword: 'x-dateTime',
    type: 'string',
    schemaType: 'boolean',
    validate: (_rule: boolean, data: string) => parseDateTime(data) !== undefined,
  });
  validator.addKeyword({
    keyword: 'x-day',
    type: 'string',
    schemaType: 'boolean',
    validate: (_rule: boolean, data: string) => isDay(data),
  });
};
