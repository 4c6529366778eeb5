import { Domain } from '@slipway/api';
import { Type } from 'typebox';
import { appRoute, ok } from '../../routing/route.ts';
import { renderDomain } from '../../serialize/resources.ts';

export const listDomains = appRoute({
  summary: 'List the hosts of an app’s own',
  description: 'The hosts beside the app’s public address on which it answers.',
  responses: { 200: Type.Object({ domains: Type.Array(Domain) }) },
  problems: ['not-found'],
  handle: async ({ verbs, caller }) =>
    ok({ domains: (await verbs.admin.listDomains(caller.app)).map(renderDomain) }),
});
