import { ArtifactAnswer } from '@slipway/api';
import { ok, route } from '../../route.ts';
import { renderArtifact } from '../../wire.ts';

export const pruneArtifact = route({
  summary: 'Remove the bytes of a published artifact, for ever',
  answers: { 200: ArtifactAnswer },
  problems: ['not-found', 'not-published'],
  handle: async ({ verbs, caller, params }) => {
    const artifact = await verbs.recalling.prune(caller, params.id ?? '', params.target ?? '');
    return ok({ artifact: renderArtifact(artifact) });
  },
});
