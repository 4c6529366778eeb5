import type { FastifySchemaValidationError } from 'fastify';
import { bounds } from '../../domain/model/bounds.ts';
import { type Fault, Refusal } from '../../domain/model/errors.ts';
import { pointerStep, truncateName } from './json-pointer.ts';

/* Turns schema violations into readable faults. */

type VerboseError = FastifySchemaValidationError & {
  parentSchema?: { description?: string };
  data?: unknown;
};

const kinds: Readonly<Record<string, string>> = {
  string: 'text',
  boolean: 'true or false',
  integer: 'a whole number',
  number: 'a number',
  array: 'a list',
  object: 'an object',
};

/** Undefined if the rule's description already says it. */
const describeViolation = (
  { keyword, instancePath, params }: VerboseError,
  name: string,
): string | undefined => {
  if (instancePath === '' && keyword === 'type') return 'The body must be a JSON object.';
  if (instancePath === '' && keyword === 'minProperties') return 'The body must have at least one field.';
  const kind = keyword === 'type' ? kinds[String(params.type)] : undefined;
  return kind === undefined ? undefined : `${name} must be ${kind}.`;
};

const faultOf = (error: VerboseError): Fault => {
  const { keyword, instancePath, params, parentSchema } = error;
  if (keyword === 'required') {
    const name = String(params.missingProperty);
    return {
      pointer: instancePath + pointerStep(name),
      code: 'required',
      detail: `${name} is required.`,
    };
  }
  if (keyword === 'additionalProperties') {
    const name = String(params.additionalProperty);
    const detail = `Unknown field "${truncateName(name)}".`;
    return { pointer: instancePath + pointerStep(name), code: 'unknown-field', detail };
  }
  const rule = parentSchema?.description === undefined ? '' : ` ${parentSchema.description}`;
  // A list item is reported under the list's name.
  const name = instancePath.split('/').findLast((part) => !/^\d*$/.test(part)) ?? 'The body';
  if (keyword === 'enum') {
    const allowed = (params.allowedValues as unknown[]).join(', ');
    return { pointer: instancePath, code: 'enum', detail: `${name} must be one of: ${allowed}.` };
  }
  const detail =
    (describeViolation(error, name) ?? `${name} is not valid.`) + (instancePath === '' ? '' : rule);
  return { pointer: instancePath, code: keyword.replace(/^x-/, ''), detail };
};

/** Keeps the first fault of each field, up to the limit: a union reports one per branch. */
const onePerField = (faults: Iterable<Fault>): Fault[] => {
  const byField = new Map<string, Fault>();
  for (const fault of faults) {
    if (!byField.has(fault.pointer)) byField.set(fault.pointer, fault);
    if (byField.size === bounds.reportedFaults) break;
  }
  return [...byField.values()];
};

export const invalidFields = (found: Iterable<Fault>): Refusal => {
  const faults = onePerField(found);
  const fields = faults.length === 1 ? 'One field is' : `${faults.length} fields are`;
  return new Refusal('invalid-fields', `${fields} invalid; see \`errors\`.`, faults);
};

/** Skips errors about null, because another branch of the union has the real cause. */
const isOfNull = ({ keyword, params }: FastifySchemaValidationError): boolean =>
  keyword === 'anyOf' || (keyword === 'type' && params.type === 'null');

/** A repeated query parameter arrives as a list, which no route accepts. */
const repeatedIn = ({ data, instancePath }: VerboseError): Fault | undefined => {
  const detail = `${instancePath.slice(1)} is given more than once. Send it once.`;
  return Array.isArray(data) ? { pointer: instancePath, code: 'type', detail } : undefined;
};

function* faultsIn(errors: readonly VerboseError[], isQuery: boolean): Generator<Fault> {
  for (const error of errors)
    if (!isOfNull(error)) yield (isQuery ? repeatedIn(error) : undefined) ?? faultOf(error);
}

/** A list shorter than the limit is complete. */
export const schemaErrorsToRefusal = (
  errors: readonly FastifySchemaValidationError[],
  part?: string,
): Refusal => invalidFields(faultsIn(errors, part === 'querystring'));

const isStorableText = (text: string): boolean => text.isWellFormed() && !text.includes('\0');

/** Finds text that the database can't store: lone surrogates and NUL. */
export const findUnstorableText = (value: unknown): Fault[] => {
  const faults: Fault[] = [];
  const steps: (string | number)[] = [];
  const checkText = (text: string): void => {
    if (isStorableText(text) || faults.length >= bounds.reportedFaults) return;
    const pointer = steps.map((step) => pointerStep(String(step))).join('');
    faults.push({ pointer, code: 'text', detail: 'Text must be valid Unicode without NUL.' });
  };
  const enter = (step: string | number, inner: unknown): void => {
    steps.push(step);
    walk(inner);
    steps.pop();
  };
  const walk = (inner: unknown): void => {
    if (typeof inner === 'string') checkText(inner);
    else if (Array.isArray(inner))
      for (let index = 0; index < inner.length; index++) enter(index, inner[index]);
    else if (typeof inner === 'object' && inner !== null)
      for (const [name, member] of Object.entries(inner)) {
        checkText(name);
        enter(name, member);
      }
  };
  walk(value);
  return faults;
};
