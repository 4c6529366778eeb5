import { DomainStatus } from '@slipway/api';
import { Type } from 'typebox';
import { appRoute, ok } from '../../routing/route.ts';
import { renderDomainStatus } from '../../serialize/domain-status.ts';
import type { Needs } from '../../services.ts';

export const probeDomain = appRoute({
  summary: 'See how far a host of an app’s own has come',
  description:
    'Looks at the host from outside: whether its DNS leads here, whether this service answers there, and what its certificate is worth; each with what to do about it. Only hosts of the app are looked at, and private addresses only where they are this service’s own. It may take six seconds; what was seen is told again for five.',
  params: ['domain'],
  responses: { 200: Type.Object({ status: DomainStatus }) },
  problems: ['not-found'],
  dependsOn: 'internet',
  handle: async ({ caller, params }, { domainChecks }: Needs<'domainChecks'>) =>
    ok({ status: renderDomainStatus(await domainChecks.status(caller.app, params.domain)) }),
});
