import { isDay, parseDateTime } from '@slipway/api';
import type { FastifySchemaValidationError } from 'fastify';
import type { Fault } from '../../domain/nouns/errors.ts';
import { Refusal } from '../../domain/nouns/errors.ts';

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
  validator.addKeyword({
    keyword: 'x-day',
    type: 'string',
    schemaType: 'boolean',
    validate: (_rule: boolean, data) => isDay(data),
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
  // An item of a list goes by the list's name.
  const name = instancePath.split('/').findLast((part) => !/^\d*$/.test(part)) ?? 'The body';
  if (keyword === 'enum') {
    const known = (params.allowedValues as unknown[]).join(', ');
    return { pointer: instancePath, code: 'enum', detail: `${name} must be one of: ${known}.` };
  }
  return { pointer: instancePath, code: keyword.replace(/^x-/, ''), detail: `${name} is not valid.${rule}` };
};

/** One fault a field: a union reports each of its branches, of which the first speaks. */
const onePerField = (faults: Fault[]): Fault[] =>
  [...new Map(faults.toReversed().map((fault) => [fault.pointer, fault])).values()].toReversed();

/** Who sends thousands of faults is told of the first: an answer is not to be larger than what it answers. */
const maxFaults = 100;

export const refuseFields = (found: readonly Fault[]): Refusal => {
  const faults = onePerField(found.slice(0, maxFaults));
  const fields = faults.length === 1 ? 'One field is' : `${faults.length} fields are`;
  return new Refusal('invalid-fields', `${fields} not valid; errors says which and why.`, faults);
};

export const refuseInvalid = (errors: readonly FastifySchemaValidationError[]): Refusal =>
  refuseFields(errors.slice(0, maxFaults).map(faultOf));

/**
 * No body of ours nests deeper than three levels or has longer lists than the parts of an upload: what does is refused
 * before anything walks through it, for the validator makes an error of each item.
 */
const maxDepth = 16;
const maxWidth = 10_000;

const textFault = (value: string, pointer: string): Fault[] => {
  const isFine = value.isWellFormed() && !value.includes('\0');
  return isFine ? [] : [{ pointer, code: 'text', detail: 'Text must be valid Unicode without NUL.' }];
};

/** Nesting and lists without end. */
export const findTooDeep = (value: unknown, pointer = '', depth = 0): Fault[] => {
  if (typeof value !== 'object' || value === null) return [];
  if (depth >= maxDepth) return [{ pointer, code: 'depth', detail: 'The body nests too deep.' }];
  const entries = Object.entries(value);
  if (entries.length > maxWidth)
    return [{ pointer, code: 'width', detail: `There are more than ${maxWidth} entries here.` }];
  return entries.flatMap(([name, inner]) =>
    findTooDeep(inner, `${pointer}/${escapePointer(name)}`, depth + 1),
  );
};

/** Text that cannot be kept, wherever in a body that has an end: lone surrogates and NUL. */
export const findUnkeepable = (value: unknown, pointer = ''): Fault[] => {
  if (typeof value === 'string') return textFault(value, pointer);
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, inner]) => [
    ...textFault(name, pointer),
    ...findUnkeepable(inner, `${pointer}/${escapePointer(name)}`),
  ]);
};
