import { ArtifactResponse, PartsCompletion } from '@slipway/api';
import { omitNulls } from '../../body/omit-nulls.ts';
import { appRoute, ok } from '../../routing/route.ts';
import { renderArtifact } from '../../serialize/resources.ts';
import type { Needs } from '../../services.ts';

export const completeArtifact = appRoute({
  summary: 'Join the parts of an upload',
  description:
    'The last step of an upload in parts: after each part was sent to its address, name the ETags in order. Calling it again changes nothing. A file that was sent in one piece needs no such call.',
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
