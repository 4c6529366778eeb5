import { Key } from '@slipway/api';
import { Type } from 'typebox';
import { renderKey } from '../../answer/wire.ts';
import { appRoute, ok } from '../../route.ts';

export const listKeys = appRoute({
  summary: 'List the keys of an app, revoked ones included, never their secrets',
  description:
    'Who may do what with this app, when each key was last used, and which are revoked or expired.',
  answers: { 200: Type.Object({ keys: Type.Array(Key) }) },
  problems: ['not-found'],
  handle: async ({ verbs, caller }) =>
    ok({ keys: (await verbs.administering.listKeys(caller.app)).map(renderKey) }),
});
