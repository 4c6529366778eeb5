import { Domain, DomainCreation } from '@slipway/api';
import { Type } from 'typebox';
import { appRoute, created } from '../../routing/route.ts';
import { renderDomain } from '../../serialize/resources.ts';
import type { Needs } from '../../services.ts';

export const createDomain = appRoute({
  summary: 'Add a custom domain',
  description:
    'Also serves the app’s public routes on this host. Point its DNS at this server, and give your proxy a certificate for it.',
  body: DomainCreation,
  responses: { 201: Type.Object({ domain: Domain }) },
  problems: ['invalid-fields', 'not-found', 'domain-taken', 'host-reserved', 'limit-reached'],
  handle: async ({ caller, body }, { domainAdmin }: Needs<'domainAdmin'>) =>
    created({ domain: renderDomain(await domainAdmin.createDomain(caller, body.domain)) }),
});
