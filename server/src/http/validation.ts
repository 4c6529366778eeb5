import { parseDateTime } from '@slipway/api';
import type { FastifySchemaValidationError } from 'fastify';
import type { Fault } from '../domain/errors.ts';
import { Refusal } from '../domain/errors.ts';

/* Field rules are schemas of the contract; here their violations become faults that a person can act on. */

interface Keywords {
  addKeyword(definition: {
    keyword: string;
    type: 'string';
    schemaType: string;
    validate: (rule: never, data: string) => boolean;
  }): unknown;
}

/** Teaches the validator the contract's own keywords: bytes instead of characters, dates as ECMAScript reads them. */
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
  return validator;
};

/** Validation that finds everything, changes nothing, and takes `"5"` for text. */
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

type VerboseError = FastifySchemaValidationError & { parentSchema?: { description?: string } };

const escapePointer = (name: string): string => name.replaceAll('~', '~0').replaceAll('/', '~1');

const faultOf = (error: VerboseError): Fault => {
  const { keyword, instancePath, params, parentSchema } = error;
  if (keyword === 'required') {
    const name = String(params.missingProperty);
    return {
      pointer: `${instancePath}/${escapePointer(name)}`,
      code: 'required',
      detail: `${name} is required.`,
    };
  }
  if (keyword === 'additionalProperties') {
    const name = String(params.additionalProperty);
    const detail = `There is no field "${name}" here.`;
    return { pointer: `${instancePath}/${escapePointer(name)}`, code: 'unknown-field', detail };
  }
  const rule = parentSchema?.description === undefined ? '' : ` ${parentSchema.description}`;
  const name = instancePath.split('/').at(-1) || 'The body';
  return { pointer: instancePath, code: keyword.replace(/^x-/, ''), detail: `${name} is not valid.${rule}` };
};

/** One fault a field: a union reports each of its branches, of which the first speaks. */
const onePerField = (faults: Fault[]): Fault[] =>
  [...new Map(faults.toReversed().map((fault) => [fault.pointer, fault])).values()].toReversed();

export const refuseInvalid = (errors: readonly FastifySchemaValidationError[]): Refusal => {
  const faults = onePerField(errors.map(faultOf));
  const fields = faults.length === 1 ? 'One field is' : `${faults.length} fields are`;
  return new Refusal('invalid-fields', `${fields} not valid; errors says which and why.`, faults);
};

/** Text that a database cannot keep: lone surrogates and NUL, wherever in a body they are. */
export const findUnkeepable = (value: unknown, pointer = ''): Fault[] => {
  if (typeof value === 'string') {
    const isFine = value.isWellFormed() && !value.includes('\0');
    return isFine ? [] : [{ pointer, code: 'text', detail: 'Text must be valid Unicode without NUL.' }];
  }
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, inner]) =>
    findUnkeepable(inner, `${pointer}/${escapePointer(name)}`),
  );
};
