import { ArtifactResponse } from '@slipway/api';
import { appRoute, ok } from '../../routing/route.ts';
import { renderArtifact } from '../../serialize/resources.ts';
import type { Needs } from '../../services.ts';

export const pruneArtifact = appRoute({
  summary: 'Remove the bytes of a published artifact, for ever',
  description:
    'Frees the storage of one file of a release. Its address answers 410 from then on, it is offered to nobody, and there is no way back; to take a release back for a while, withdraw it.',
  example: { artifact: { state: 'pruned' } },
  params: ['id', 'target'],
  responses: { 200: ArtifactResponse },
  problems: ['not-found', 'not-published'],
  dependsOn: 'storage',
  handle: async ({ caller, params }, { withdrawals }: Needs<'withdrawals'>) => {
    const { artifact, warnings } = await withdrawals.prune(caller, params.id, params.target);
    return ok({ artifact: { ...renderArtifact(artifact), ...(warnings.length > 0 ? { warnings } : {}) } });
  },
});
