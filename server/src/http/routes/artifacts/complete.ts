import { ArtifactResponse, PartsCompletion } from '@slipway/api';
import { omitNulls } from '../../body/omit-nulls.ts';
import { appRoute, ok } from '../../routing/route.ts';
import { renderArtifact } from '../../serialize/resources.ts';
import type { Needs } from '../../services.ts';

export const completeArtifact = appRoute({
  summary: 'Complete a multipart upload',
  description:
    'Call it after every part is uploaded, with the ETags in order. Idempotent. Not needed for a file sent in one request.',
  example: { artifact: { state: 'declared' } },
  body: PartsCompletion,
  responses: { 200: ArtifactResponse },
  problems: [
    'invalid-fields',
    'not-found',
    'draft-missing',
    'upload-missing',
    'uploads-incomplete',
    'storage-unavailable',
    'storage-full',
  ],
  dependsOn: 'storage',
  handle: async ({ caller, body }, { drafts }: Needs<'drafts'>) =>
    ok({ artifact: renderArtifact(await drafts.completeParts(caller, omitNulls(body))) }),
});
