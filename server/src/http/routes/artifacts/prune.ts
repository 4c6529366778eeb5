import { ArtifactAnswer } from '@slipway/api';
import { renderArtifact } from '../../answer/wire.ts';
import { ok, route } from '../../route.ts';

export const pruneArtifact = route({
  summary: 'Remove the bytes of a published artifact, for ever',
  answers: { 200: ArtifactAnswer },
  problems: ['not-found', 'not-published'],
  handle: async ({ verbs, caller, params }) => {
    const artifact = await verbs.withdrawing.prune(caller, params.id ?? '', params.target ?? '');
    return ok({ artifact: renderArtifact(artifact) });
  },
});
