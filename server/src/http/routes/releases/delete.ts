import { appRoute, noContent } from '../../routing/route.ts';
import type { Needs } from '../../services.ts';

export const deleteRelease = appRoute({
  summary: 'Delete a draft',
  description: 'Deletes a draft and its uploads. Withdraw a published release instead.',
  params: ['id'],
  responses: { 204: null },
  problems: ['not-found', 'not-a-draft'],
  dependsOn: 'storage',
  handle: async ({ caller, params }, { drafts }: Needs<'drafts'>) => {
    await drafts.deleteDraft(caller, params.id);
    return noContent;
  },
});
