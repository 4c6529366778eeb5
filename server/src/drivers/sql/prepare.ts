import type { Compilable, CompiledQuery, DialectAdapter, Kysely, QueryResult } from 'kysely';
import type { Tables } from './schema.ts';

/*
 * Statements that are built once. A query builder takes longer over most statements than SQLite does, on the thread that
 * answers checks, and a publish asks fifty. So the text is made with a mark in each value's place, and values are put
 * there from then on.
 */

class Placeholder {
  readonly name: string;
  /** Which one of a list. */
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

/** What a text depends on: which values there are, and how many of each list. */
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
 * A statement to be asked with values. What builds it sees marks in place of them, null ones too: its text may depend on
 * which of them are undefined and on how long a list is, and on nothing else of them. Values that it has no place for make
 * another text all the same.
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
