import { ArtifactAnswer, PartsCompletion } from '@slipway/api';
import { renderArtifact } from '../../answer/wire.ts';
import { appRoute, ok } from '../../route.ts';

export const completeArtifact = appRoute({
  summary: 'Join the parts of an upload',
  body: PartsCompletion,
  answers: { 200: ArtifactAnswer },
  problems: [
    'invalid-fields',
    'not-found',
    'draft-missing',
    'upload-missing',
    'uploads-incomplete',
    'storage-unavailable',
  ],
  handle: async ({ verbs, caller, body }) =>
    ok({ artifact: renderArtifact(await verbs.drafting.completeParts(caller, body)) }),
});
