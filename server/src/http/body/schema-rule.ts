/** The part of a schema that says how much there may be. */
export interface Rule {
  type?: string;
  minLength?: number;
  maxLength?: number;
  'x-maxBytes'?: number;
  maxItems?: number;
  items?: Rule;
  properties?: Record<string, Rule>;
  required?: string[];
  additionalProperties?: unknown;
  anyOf?: Rule[];
}

/** How much a schema has room for. */
export interface Room {
  values: number;
  members: number;
}

const widest = (rooms: Room[]): Room => ({
  values: Math.max(...rooms.map(({ values }) => values)),
  members: Math.max(...rooms.map(({ members }) => members)),
});

/** A schema's room: itself, and whatever its members and items have. */
export const roomOf = ({ properties = {}, items, maxItems = 0, anyOf = [] }: Rule): Room => {
  const room = { values: 1, members: Object.keys(properties).length };
  const add = (inner: Room, times: number): void => {
    room.values += times * inner.values;
    room.members += times * inner.members;
  };
  for (const inner of Object.values(properties)) add(roomOf(inner), 1);
  if (items !== undefined) add(roomOf(items), maxItems);
  return widest([room, ...anyOf.map(roomOf)]);
};
