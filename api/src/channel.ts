import { type Static, Type } from 'typebox';
import { ChannelName, Instant } from './field.ts';

export const Channel = Type.Object(
  { name: ChannelName, active: Type.Boolean(), createdAt: Instant },
  { $id: 'Channel' },
);
export type Channel = Static<typeof Channel>;

export const ChannelCreation = Type.Object({ name: ChannelName }, { additionalProperties: false });
export type ChannelCreation = Static<typeof ChannelCreation>;

export const ChannelChange = Type.Object({ active: Type.Boolean() }, { additionalProperties: false });
export type ChannelChange = Static<typeof ChannelChange>;
