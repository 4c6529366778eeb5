import { DomainStatus } from '@slipway/api';
import { Type } from 'typebox';
import { appRoute, ok } from '../../routing/route.ts';
import { renderDomainStatus } from '../../serialize/domain-status.ts';
import type { Needs } from '../../services.ts';

export const probeDomain = appRoute({
  summary: 'Check a custom domain',
  description:
    'Checks DNS, the server’s response and the certificate, with a fix for each problem. Private addresses are checked only if they are this server’s own. Takes up to 6 seconds; results are cached for 5 seconds.',
  params: ['domain'],
  responses: { 200: Type.Object({ status: DomainStatus }) },
  problems: ['not-found'],
  dependsOn: 'internet',
  handle: async ({ caller, params }, { domainChecks }: Needs<'domainChecks'>) =>
    ok({ status: renderDomainStatus(await domainChecks.status(caller.app, params.domain)) }),
});
