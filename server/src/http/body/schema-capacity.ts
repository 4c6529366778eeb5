/** The schema keywords that limit sizes. */
export interface SchemaRule {
  type?: string;
  minLength?: number;
  maxLength?: number;
  'x-maxBytes'?: number;
  maxItems?: number;
  items?: SchemaRule;
  properties?: Record<string, SchemaRule>;
  required?: string[];
  additionalProperties?: unknown;
  anyOf?: SchemaRule[];
}

/** The most values and members that a schema allows. */
export interface SchemaCapacity {
  values: number;
  members: number;
}

const largest = (capacities: SchemaCapacity[]): SchemaCapacity => ({
  values: Math.max(...capacities.map(({ values }) => values)),
  members: Math.max(...capacities.map(({ members }) => members)),
});

export const capacityOf = ({
  properties = {},
  items,
  maxItems = 0,
  anyOf = [],
}: SchemaRule): SchemaCapacity => {
  const capacity = { values: 1, members: Object.keys(properties).length };
  const add = (inner: SchemaCapacity, times: number): void => {
    capacity.values += times * inner.values;
    capacity.members += times * inner.members;
  };
  for (const inner of Object.values(properties)) add(capacityOf(inner), 1);
  if (items !== undefined) add(capacityOf(items), maxItems);
  return largest([capacity, ...anyOf.map(capacityOf)]);
};
