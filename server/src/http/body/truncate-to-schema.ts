import { bounds } from '../../domain/model/bounds.ts';
import type { SchemaRule } from './schema-capacity.ts';

/*
 * Truncates oversized values to just above their limit. The validator still reports the same errors, but patterns never
 * run on long input and the number of faults stays bounded: it allocates an object per fault, and a list may have ten
 * thousand wrong items.
 */

/** A value of the wrong type, without its content: only its type is reported. */
const emptied = (value: unknown, kind: string): unknown => {
  if (kind === 'array') return [];
  return kind === 'object' ? {} : value;
};

/** How many more faults the response can report. */
interface Budget {
  faults: number;
}

const kindOf = (value: unknown): string =>
  Array.isArray(value) ? 'array' : value === null ? 'null' : typeof value;

const matchesType = ({ type }: SchemaRule, kind: string): boolean =>
  type === undefined || type === kind || (type === 'integer' && kind === 'number');

const truncateText = (text: string, rule: SchemaRule, budget: Budget): string => {
  // A character has at most two code units and a code unit at least one byte, so the rest still exceeds the limit.
  const most = rule.maxLength === undefined ? rule['x-maxBytes'] : 2 * rule.maxLength;
  const isLong = most !== undefined && text.length > most;
  if (isLong || text.length < (rule.minLength ?? 0)) budget.faults -= 1;
  return isLong ? text.slice(0, most + 1) : text;
};

const truncateList = (
  list: unknown[],
  { maxItems = list.length, items }: SchemaRule,
  budget: Budget,
): unknown[] => {
  if (list.length > maxItems) {
    list.length = maxItems + 1;
    budget.faults -= 1;
  }
  if (items === undefined) return list;
  for (const [index, item] of list.entries()) {
    list[index] = truncate(item, items, budget);
    if (budget.faults <= 0) return list.slice(0, index + 1);
  }
  return list;
};

/** Drops unknown members beyond the number of faults that a response reports. */
const dropUnknownMembers = (object: Record<string, unknown>, declared: object, budget: Budget) => {
  const unknown = Object.keys(object).filter((name) => !Object.hasOwn(declared, name));
  const dropped = new Set(unknown.slice(Math.max(0, budget.faults)));
  budget.faults -= unknown.length;
  if (dropped.size === 0) return object;
  return Object.fromEntries(Object.entries(object).filter(([name]) => !dropped.has(name)));
};

const truncateObject = (object: Record<string, unknown>, rule: SchemaRule, budget: Budget) => {
  const { properties = {}, required = [] } = rule;
  budget.faults -= required.filter((name) => !Object.hasOwn(object, name)).length;
  const result =
    rule.additionalProperties === false ? dropUnknownMembers(object, properties, budget) : object;
  for (const [name, inner] of Object.entries(properties))
    if (Object.hasOwn(result, name)) result[name] = truncate(result[name], inner, budget);
  return result;
};

const truncate = (value: unknown, rule: SchemaRule, budget: Budget): unknown => {
  const kind = kindOf(value);
  const applicable = (rule.anyOf ?? [rule]).find((branch) => matchesType(branch, kind));
  if (applicable === undefined) {
    budget.faults -= 1;
    return emptied(value, kind);
  }
  if (kind === 'string') return truncateText(value as string, applicable, budget);
  if (kind === 'array') return truncateList(value as unknown[], applicable, budget);
  return kind === 'object' ? truncateObject(value as Record<string, unknown>, applicable, budget) : value;
};

/** Returns values within the limits unchanged. */
export const truncateToSchema = (value: unknown, schema: unknown): unknown =>
  truncate(value, schema as SchemaRule, { faults: bounds.reportedFaults });
