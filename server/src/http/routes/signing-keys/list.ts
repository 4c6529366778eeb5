import { SigningKey } from '@slipway/api';
import { Type } from 'typebox';
import { appRoute, ok } from '../../routing/route.ts';
import { renderSigningKey } from '../../serialize/signing-key.ts';
import type { Needs } from '../../services.ts';

export const listSigningKeys = appRoute({
  summary: 'List the signing keys of an app, retired ones included',
  description:
    'The public keys that its files are signed for, in the order in which they were added. None is ever deleted: releases name them.',
  responses: { 200: Type.Object({ signingKeys: Type.Array(SigningKey) }) },
  problems: ['not-found'],
  handle: async ({ caller }, { signingKeyAdmin }: Needs<'signingKeyAdmin'>) =>
    ok({ signingKeys: (await signingKeyAdmin.listSigningKeys(caller.app)).map(renderSigningKey) }),
});
