import { SigningKey } from '@slipway/api';
import { Type } from 'typebox';
import { renderSigningKey } from '../../answer/wire-signing-key.ts';
import { appRoute, ok } from '../../route.ts';

export const listSigningKeys = appRoute({
  summary: 'List the signing keys of an app, retired ones included',
  description:
    'The public keys that its files are signed for, in the order in which they were added. None is ever deleted: releases name them.',
  answers: { 200: Type.Object({ signingKeys: Type.Array(SigningKey) }) },
  problems: ['not-found'],
  handle: async ({ verbs, caller }) =>
    ok({ signingKeys: (await verbs.administering.listSigningKeys(caller.app)).map(renderSigningKey) }),
});
