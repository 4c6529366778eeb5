import { type Static, Type } from 'typebox';
import { exampleChannel } from './example.ts';
import { ChannelName, Instant } from './field.ts';

export const Channel = Type.Object(
  { name: ChannelName, active: Type.Boolean(), createdAt: Instant },
  { $id: 'Channel', examples: [exampleChannel] },
);
export type Channel = Static<typeof Channel>;

export const ChannelCreation = Type.Object(
  { name: ChannelName },
  { additionalProperties: false, examples: [{ name: 'beta' }] },
);
export type ChannelCreation = Static<typeof ChannelCreation>;

export const ChannelChange = Type.Object(
  { active: Type.Boolean({ description: 'Whether it takes drafts and publishes.' }) },
  { additionalProperties: false, examples: [{ active: false }] },
);
export type ChannelChange = Static<typeof ChannelChange>;
