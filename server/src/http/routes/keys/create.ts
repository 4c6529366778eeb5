import { Key, KeyCreation, parseDateTime } from '@slipway/api';
import { Type } from 'typebox';
import { renderKey } from '../../answer/wire.ts';
import { appRoute, created } from '../../route.ts';

export const createKey = appRoute({
  summary: 'Create a key; its secret is shown this once',
  body: KeyCreation,
  answers: { 201: Type.Object({ key: Key, secret: Type.String() }) },
  problems: ['invalid-fields', 'not-found'],
  alsoBroken: ({ expiresAt }, { administering }) =>
    typeof expiresAt === 'string' ? administering.expiryFaults(parseDateTime(expiresAt)) : [],
  handle: async ({ verbs, caller, body }) => {
    const expiresAt = body.expiresAt == null ? undefined : parseDateTime(body.expiresAt);
    const { key, secret } = await verbs.administering.createKey(caller, { ...body, expiresAt });
    return created({ key: renderKey(key), secret });
  },
});
