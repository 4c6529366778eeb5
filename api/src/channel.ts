import { type Static, Type } from 'typebox';
import { exampleChannel } from './example.ts';
import { ChannelName, Instant, Nullable, Omittable } from './field.ts';

export const Channel = Type.Object(
  {
    name: ChannelName,
    active: Type.Boolean(),
    alsoOffers: Nullable(
      Type.String({ description: 'The channel whose newer releases its clients also get.' }),
    ),
    createdAt: Instant,
  },
  { $id: 'Channel', examples: [exampleChannel] },
);
export type Channel = Static<typeof Channel>;

export const ChannelCreation = Type.Object(
  { name: ChannelName },
  { additionalProperties: false, examples: [{ name: 'beta' }] },
);
export type ChannelCreation = Static<typeof ChannelCreation>;

export const ChannelChange = Type.Object(
  {
    active: Type.Optional(Type.Boolean({ description: 'Whether it accepts drafts and publishes.' })),
    alsoOffers: Omittable(ChannelName),
  },
  { additionalProperties: false, minProperties: 1, examples: [{ alsoOffers: 'stable' }] },
);
export type ChannelChange = Static<typeof ChannelChange>;
