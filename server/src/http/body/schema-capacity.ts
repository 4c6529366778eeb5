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

const largest = (rooms: SchemaCapacity[]): SchemaCapacity => ({
  values: Math.max(...rooms.map(({ values }) => values)),
  members: Math.max(...rooms.map(({ members }) => members)),
});

export const capacityOf = ({
  properties = {},
  items,
  maxItems = 0,
  anyOf = [],
}: SchemaRule): SchemaCapacity => {
  const room = { values: 1, members: Object.keys(properties).length };
  const add = (inner: SchemaCapacity, times: number): void => {
    room.values += times * inner.values;
    room.members += times * inner.members;
  };
  for (const inner of Object.values(properties)) add(capacityOf(inner), 1);
  if (items !== undefined) add(capacityOf(items), maxItems);
  return largest([room, ...anyOf.map(capacityOf)]);
};
