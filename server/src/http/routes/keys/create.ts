import { exampleSecret, Key, KeyCreation, parseDateTime } from '@slipway/api';
import { Type } from 'typebox';
import { omitNulls } from '../../body/omit-nulls.ts';
import { appRoute, created } from '../../routing/route.ts';
import { renderKey } from '../../serialize/resources.ts';
import type { Needs } from '../../services.ts';

export const createKey = appRoute({
  summary: 'Create a key',
  description:
    'The secret is returned once; only its hash is stored. A key belongs to one app and can’t grant scopes it doesn’t have.',
  example: { key: { lastUsedAt: null } },
  body: KeyCreation,
  responses: { 201: Type.Object({ key: Key, secret: Type.String({ examples: [exampleSecret] }) }) },
  problems: ['invalid-fields', 'not-found', 'limit-reached'],
  extraFaults: ({ expiresAt }, _, { keyAdmin }: Needs<'keyAdmin'>) =>
    typeof expiresAt === 'string' ? keyAdmin.expiryFaults(parseDateTime(expiresAt)) : [],
  handle: async ({ caller, body }, { keyAdmin }: Needs<'keyAdmin'>) => {
    const request = omitNulls(body);
    const expiresAt = request.expiresAt === undefined ? undefined : parseDateTime(request.expiresAt);
    const { key, secret } = await keyAdmin.createKey(caller, { ...request, expiresAt });
    return created({ key: renderKey(key), secret });
  },
});
