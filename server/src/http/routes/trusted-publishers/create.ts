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
  summary: 'Trust a pipeline to publish without a secret',
  description:
    'Says which pipeline may exchange its own token for a short-lived key of this app. Name the ref or the environment, or any branch with a copy of the workflow can publish. Ids are pinned at the first exchange unless given, so that whoever takes over a name gets nothing. A key gives no more than it has.',
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
