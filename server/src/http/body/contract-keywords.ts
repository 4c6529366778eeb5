import { isDay, parseDateTime } from '@slipway/api';

/* Contract rules that JSON Schema has no keyword for. */

interface Keywords {
  addKeyword(definition: {
    keyword: string;
    type: 'string';
    schemaType: string;
    validate: (rule: never, data: string) => boolean;
  }): unknown;
}

/** Adds keywords for lengths in bytes and for dates as ECMAScript parses them. */
export const addContractKeywords = (validator: Keywords): unknown => {
  validator.addKeyword({
    keyword: 'x-maxBytes',
    type: 'string',
    schemaType: 'number',
    validate: (limit: number, data) => Buffer.byteLength(data) <= limit,
  });
  validator.addKeyword({
    keyword: 'x-dateTime',
    type: 'string',
    schemaType: 'boolean',
    validate: (_rule: boolean, data) => parseDateTime(data) !== undefined,
  });
  validator.addKeyword({
    keyword: 'x-day',
    type: 'string',
    schemaType: 'boolean',
    validate: (_rule: boolean, data) => isDay(data),
  });
  return validator;
};

/** Reports all errors and never coerces or changes the body. */
export const validatorOptions = {
  customOptions: {
    allErrors: true,
    coerceTypes: false,
    removeAdditional: false,
    useDefaults: false,
    verbose: true,
  },
  plugins: [addContractKeywords as never],
};
