/* Describes field rules in words, without patterns. */

export interface FieldSchema {
  type?: string;
  description?: string;
  enum?: readonly unknown[];
  anyOf?: readonly FieldSchema[];
  items?: FieldSchema;
  $ref?: string;
  minLength?: number;
  maxLength?: number;
  minimum?: number;
  maximum?: number;
  minItems?: number;
  maxItems?: number;
}

const names: Readonly<Record<string, string>> = {
  string: 'text',
  integer: 'whole number',
  number: 'number',
  boolean: 'true or false',
  object: 'object',
  null: 'null',
};

/** For example `text`, `list of text`, `whole number or null`. */
export const fieldTypeText = (schema: FieldSchema): string => {
  if (schema.$ref !== undefined) return schema.$ref.replace(/.*\//, '');
  if (schema.anyOf !== undefined) return schema.anyOf.map(fieldTypeText).join(' or ');
  if (schema.type === 'array') return `list of ${fieldTypeText(schema.items ?? {})}`;
  return names[schema.type ?? 'string'] ?? 'text';
};

const span = (least: number | undefined, most: number | undefined, unit: string): string => {
  if (least === undefined && most === undefined) return '';
  if (most === undefined || most === Number.MAX_SAFE_INTEGER) return `${least}${unit} or more.`;
  return least === undefined ? `At most ${most}${unit}.` : `${least}–${most}${unit}.`;
};

const boundsOf = ({ minLength, maxLength, minimum, maximum, minItems, maxItems }: FieldSchema): string =>
  span(minLength, maxLength, ' characters') ||
  span(minimum, maximum, '') ||
  span(minItems, maxItems, ' entries');

const choiceOf = ({ enum: choices, items }: FieldSchema): string => {
  const listed = choices ?? items?.enum;
  return listed === undefined ? '' : `One of ${listed.map((choice) => `\`${choice}\``).join(', ')}.`;
};

/** Omits the bounds if the description already contains numbers. */
export const fieldRuleText = (schema: FieldSchema): string => {
  const inner = schema.anyOf?.find(({ type }) => type !== 'null') ?? {};
  const description = schema.description ?? inner.description ?? '';
  const bounds = /\d/.test(description) ? '' : boundsOf({ ...inner, ...schema });
  return [description, choiceOf({ ...inner, ...schema }), bounds].filter((part) => part !== '').join(' ');
};
