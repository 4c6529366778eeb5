import { SigningKeyChange, SigningKeyResponse } from '@slipway/api';
import { appRoute, ok } from '../../routing/route.ts';
import { renderSigningKey } from '../../serialize/signing-key.ts';
import type { Needs } from '../../services.ts';

export const changeSigningKey = appRoute({
  summary: 'Update a signing key',
  description:
    'Releases signed with a retired key stay published; new ones need an active key. The last key that the app’s policy needs can’t be retired.',
  example: { signingKey: { state: 'retired', retiredAt: '2026-11-02T09:00:00.000Z' } },
  params: ['id'],
  body: SigningKeyChange,
  responses: { 200: SigningKeyResponse },
  problems: ['invalid-fields', 'not-found', 'signing-key-missing', 'limit-reached'],
  handle: async ({ caller, body, params }, { signingKeyAdmin }: Needs<'signingKeyAdmin'>) => {
    const key = await signingKeyAdmin.changeSigningKey(caller, params.id, body);
    return ok({ signingKey: renderSigningKey(key) });
  },
});
