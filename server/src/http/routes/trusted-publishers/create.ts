import { TrustedPublisher, TrustedPublisherCreation } from '@slipway/api';
import { Type } from 'typebox';
import type { TrustRequest } from '../../../domain/auth/trusted-publishing/trust-request.ts';
import { omitNulls } from '../../body/omit-nulls.ts';
import { appRoute, created } from '../../routing/route.ts';
import { renderTrustedPublisher } from '../../serialize/trust.ts';
import type { Needs } from '../../services.ts';

const isProvider = (value: unknown): value is TrustRequest['provider'] =>
  value === 'github' || value === 'gitlab' || value === 'oidc';

export const createTrustedPublisher = appRoute({
  summary: 'Add a trusted publisher',
  description:
    'Lets a CI pipeline exchange its token for a short-lived key of this app. Set `ref` or `environment`; otherwise any branch with a copy of the workflow can publish. IDs are pinned at the first exchange, so a new owner of the name gets nothing. Keys can’t grant scopes they don’t have.',
  body: TrustedPublisherCreation,
  responses: { 201: Type.Object({ trustedPublisher: TrustedPublisher }) },
  problems: ['invalid-fields', 'not-found', 'issuer-not-pinned', 'limit-reached'],
  extraFaults: (body, _, { trustedPublishing }: Needs<'trustedPublishing'>) =>
    isProvider(body.provider)
      ? trustedPublishing.requestFaults(omitNulls(body) as unknown as TrustRequest)
      : [],
  handle: async ({ caller, body }, { trustedPublishing }: Needs<'trustedPublishing'>) =>
    created({
      trustedPublisher: renderTrustedPublisher(await trustedPublishing.trust(caller, omitNulls(body))),
    }),
});
