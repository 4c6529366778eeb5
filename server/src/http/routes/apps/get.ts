import { App } from '@slipway/api';
import { Type } from 'typebox';
import { ok, route } from '../../route.ts';
import { renderApp } from '../../wire.ts';

export const getApp = route({
  summary: 'Read an app',
  answers: { 200: Type.Object({ app: App }) },
  problems: ['not-found'],
  handle: async ({ verbs, caller }) =>
    ok({ app: renderApp(await verbs.administering.getApp(caller.app), verbs.hosts) }),
});
