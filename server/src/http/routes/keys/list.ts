import { Key } from '@slipway/api';
import { Type } from 'typebox';
import { appRoute, ok } from '../../routing/route.ts';
import { renderKey } from '../../serialize/resources.ts';
import type { Needs } from '../../services.ts';

export const listKeys = appRoute({
  summary: 'List the keys of an app, revoked ones included, never their secrets',
  description:
    'Who may do what with this app, when each key was last used, and which are revoked or expired. Keys that trusted publishers were given are left out once they have ended.',
  query: Type.Object({
    all: Type.Optional(
      Type.Enum(['true', 'false'] as const, {
        description: 'With `true` those of trusted publishers, too, that have ended.',
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
