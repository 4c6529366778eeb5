import { appRoute, noContent } from '../../routing/route.ts';

export const deleteRelease = appRoute({
  summary: 'Delete a draft',
  description: 'Removes a draft and what was uploaded for it. A published release is withdrawn instead.',
  params: ['id'],
  answers: { 204: null },
  problems: ['not-found', 'not-a-draft'],
  asks: 'storage',
  handle: async ({ verbs, caller, params }) => {
    await verbs.drafting.deleteDraft(caller, params.id);
    return noContent;
  },
});
