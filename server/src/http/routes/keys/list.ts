import { Key } from '@slipway/api';
import { Type } from 'typebox';
import { appRoute, ok } from '../../routing/route.ts';
import { renderKey } from '../../serialize/resources.ts';
import type { Needs } from '../../services.ts';

export const listKeys = appRoute({
  summary: 'List keys',
  description:
    'Keys with scopes, last use and state, including revoked and expired ones; never secrets. Revoked and expired keys of trusted publishers are omitted.',
  query: Type.Object({
    all: Type.Optional(
      Type.Enum(['true', 'false'] as const, {
        description: '`true` includes revoked and expired keys of trusted publishers.',
      }),
    ),
  }),
  responses: { 200: Type.Object({ keys: Type.Array(Key) }) },
  problems: ['invalid-fields', 'not-found'],
  handle: async ({ caller, query }, { keyAdmin }: Needs<'keyAdmin'>) => {
    const which = query.all === 'true' ? 'all' : 'made';
    return ok({ keys: (await keyAdmin.listKeys(caller.app, which)).map(renderKey) });
  },
});
