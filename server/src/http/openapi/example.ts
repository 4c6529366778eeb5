/* Examples from schemas: an object's own example if it has one, otherwise one built from its parts. */

export interface ExampleSchema {
  $id?: string;
  examples?: readonly unknown[];
  const?: unknown;
  enum?: readonly unknown[];
  anyOf?: readonly ExampleSchema[];
  type?: string;
  items?: ExampleSchema;
  properties?: Readonly<Record<string, ExampleSchema>>;
  required?: readonly string[];
}

const isNull = ({ type }: ExampleSchema): boolean => type === 'null';

const objectOf = ({ properties = {}, required = [] }: ExampleSchema): Record<string, unknown> =>
  Object.fromEntries(required.map((name) => [name, exampleOf(properties[name] ?? {})]));

export const exampleOf = (schema: ExampleSchema): unknown => {
  if (schema.examples !== undefined) return schema.examples[0];
  if (schema.const !== undefined) return schema.const;
  if (schema.enum !== undefined) return schema.enum[0];
  if (schema.anyOf !== undefined) return schema.anyOf.some(isNull) ? null : exampleOf(schema.anyOf[0] ?? {});
  if (schema.type === 'array') return [exampleOf(schema.items ?? {})];
  return schema.type === 'object' ? objectOf(schema) : '';
};

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Merges changes into an example at any depth. */
export const changeExample = (example: unknown, changes: unknown): unknown => {
  if (changes === undefined) return example;
  if (!isObject(example) || !isObject(changes)) return changes;
  const changed = Object.entries(changes).map(([name, value]) => [name, changeExample(example[name], value)]);
  return { ...example, ...Object.fromEntries(changed) };
};
