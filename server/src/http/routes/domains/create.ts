import { Domain, DomainCreation } from '@slipway/api';
import { Type } from 'typebox';
import { appRoute, created } from '../../routing/route.ts';
import { renderDomain } from '../../serialize/resources.ts';
import type { Needs } from '../../services.ts';

export const createDomain = appRoute({
  summary: 'Give an app a host of its own',
  description:
    'Serves the app’s public addresses on a host of your own as well. Point its DNS at this service, and see that the proxy in front has a certificate for it.',
  body: DomainCreation,
  responses: { 201: Type.Object({ domain: Domain }) },
  problems: ['invalid-fields', 'not-found', 'domain-taken', 'host-reserved', 'limit-reached'],
  handle: async ({ caller, body }, { domainAdmin }: Needs<'domainAdmin'>) =>
    created({ domain: renderDomain(await domainAdmin.createDomain(caller, body.domain)) }),
});
