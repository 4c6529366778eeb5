import { type Static, Type } from 'typebox';

/** Something a publisher should know about what was accepted all the same. */
export const Warning = Type.Object({ code: Type.String(), detail: Type.String() });
export type Warning = Static<typeof Warning>;
