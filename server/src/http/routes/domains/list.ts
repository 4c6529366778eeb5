import { Domain } from '@slipway/api';
import { Type } from 'typebox';
import { appRoute, ok } from '../../routing/route.ts';
import { renderDomain } from '../../serialize/resources.ts';
import type { Needs } from '../../services.ts';

export const listDomains = appRoute({
  summary: 'List custom domains',
  description: 'The custom domains of the app, besides the host of its public URL.',
  responses: { 200: Type.Object({ domains: Type.Array(Domain) }) },
  problems: ['not-found'],
  handle: async ({ caller }, { domainAdmin }: Needs<'domainAdmin'>) =>
    ok({ domains: (await domainAdmin.listDomains(caller.app)).map(renderDomain) }),
});
