import { type Static, Type } from 'typebox';

/** The server accepted the request, but the publisher should know this. */
export const Warning = Type.Object({ code: Type.String(), detail: Type.String() });
export type Warning = Static<typeof Warning>;
