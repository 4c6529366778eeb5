import { ArtifactResponse } from '@slipway/api';
import { appRoute, ok } from '../../routing/route.ts';
import { renderArtifact } from '../../serialize/resources.ts';
import type { Needs } from '../../services.ts';

export const pruneArtifact = appRoute({
  summary: 'Prune an artifact',
  description:
    'Deletes one file of a release permanently. Downloads return 410, and the artifact is no longer offered. To stop offering a release temporarily, withdraw it.',
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
