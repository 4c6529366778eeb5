import { ArtifactAnswer } from '@slipway/api';
import { renderArtifact } from '../../answer/wire.ts';
import { appRoute, ok } from '../../route.ts';

export const pruneArtifact = appRoute({
  summary: 'Remove the bytes of a published artifact, for ever',
  params: ['id', 'target'],
  answers: { 200: ArtifactAnswer },
  problems: ['not-found', 'not-published'],
  handle: async ({ verbs, caller, params }) => {
    const artifact = await verbs.withdrawing.prune(caller, params.id, params.target);
    return ok({ artifact: renderArtifact(artifact) });
  },
});
