import { SigningKeyCreation, SigningKeyResponse } from '@slipway/api';
import { omitNulls } from '../../body/omit-nulls.ts';
import { appRoute, created } from '../../routing/route.ts';
import { renderSigningKey } from '../../serialize/signing-key.ts';
import type { Needs } from '../../services.ts';

export const addSigningKey = appRoute({
  summary: 'Add a signing key',
  description:
    'Verifies signatures of new releases with this key. `signatures: "warn"` (default) warns about failures, `"require"` rejects them. Private keys are rejected and not stored.',
  body: SigningKeyCreation,
  responses: { 201: SigningKeyResponse },
  problems: ['invalid-fields', 'not-found', 'signing-key-taken', 'limit-reached'],
  extraFaults: ({ publicKey }, _, { signingKeyAdmin }: Needs<'signingKeyAdmin'>) =>
    signingKeyAdmin.signingKeyFaults(typeof publicKey === 'string' ? publicKey : undefined),
  handle: async ({ caller, body }, { signingKeyAdmin }: Needs<'signingKeyAdmin'>) => {
    const key = await signingKeyAdmin.addSigningKey(caller, omitNulls(body));
    return created({ signingKey: renderSigningKey(key) });
  },
});
