import { SigningKey } from '@slipway/api';
import { Type } from 'typebox';
import { appRoute, ok } from '../../routing/route.ts';
import { renderSigningKey } from '../../serialize/signing-key.ts';
import type { Needs } from '../../services.ts';

export const listSigningKeys = appRoute({
  summary: 'List signing keys',
  description:
    'Public keys in the order they were added, including retired ones. Keys can’t be deleted, because releases refer to them.',
  responses: { 200: Type.Object({ signingKeys: Type.Array(SigningKey) }) },
  problems: ['not-found'],
  handle: async ({ caller }, { signingKeyAdmin }: Needs<'signingKeyAdmin'>) =>
    ok({ signingKeys: (await signingKeyAdmin.listSigningKeys(caller.app)).map(renderSigningKey) }),
});
