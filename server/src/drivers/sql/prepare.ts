import type { Compilable, CompiledQuery, DialectAdapter, Kysely, QueryResult } from 'kysely';
import type { Tables } from './schema.ts';

/*
 * Statements that are compiled once. For most statements the query builder takes longer than SQLite, on the thread that
 * answers checks, and a publish runs fifty. So the SQL is built once with placeholders, which later calls fill with
 * values.
 */

class Placeholder {
  readonly name: string;
  /** The index within a list. */
  readonly index: number | undefined;

  constructor(name: string, index?: number) {
    this.name = name;
    this.index = index;
  }
}

type Values = Readonly<Record<string, unknown>>;

const markOf = (name: string, value: unknown): unknown =>
  Array.isArray(value) ? value.map((_, index) => new Placeholder(name, index)) : new Placeholder(name);

const marksOf = (values: Values): Values =>
  Object.fromEntries(
    Object.entries(values)
      .filter(([, value]) => value !== undefined)
      .map(([name, value]) => [name, markOf(name, value)]),
  );

/** The cache key of a SQL text: which values are defined, and the length of each list. */
const shapeOf = (values: Values): string => {
  let shape = '';
  for (const name in values) {
    const value = values[name];
    if (value !== undefined) shape += Array.isArray(value) ? `${name} ${value.length},` : `${name},`;
  }
  return shape;
};

const fill = (parameter: unknown, values: Values): unknown => {
  if (!(parameter instanceof Placeholder)) return parameter;
  const value = values[parameter.name];
  return parameter.index === undefined ? value : (value as unknown[])[parameter.index];
};

/**
 * Prepares a parameterized statement. The builder receives placeholders instead of values, null ones included: its SQL
 * may depend only on which values are undefined and on the length of lists.
 */
export const prepareStatement = <V extends object, R>(
  build: (db: Kysely<Tables>, values: V) => Compilable<R>,
) => {
  const built = new WeakMap<DialectAdapter, Map<string, CompiledQuery<R>>>();

  const textsOf = (adapter: DialectAdapter): Map<string, CompiledQuery<R>> => {
    const texts = built.get(adapter) ?? new Map();
    built.set(adapter, texts);
    return texts;
  };

  return (db: Kysely<Tables>, values: V): Promise<QueryResult<R>> => {
    const texts = textsOf(db.getExecutor().adapter);
    const shape = shapeOf(values as Values);
    let text = texts.get(shape);
    if (text === undefined) {
      text = build(db, marksOf(values as Values) as V).compile();
      texts.set(shape, text);
    }
    const parameters = text.parameters.map((parameter) => fill(parameter, values as Values));
    return db.executeQuery({ ...text, parameters });
  };
};
