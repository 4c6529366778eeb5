import { appRoute, gone } from '../../route.ts';

export const deleteRelease = appRoute({
  summary: 'Delete a draft',
  params: ['id'],
  answers: { 204: null },
  problems: ['not-found', 'not-a-draft'],
  handle: async ({ verbs, caller, params }) => {
    await verbs.drafting.deleteDraft(caller, params.id);
    return gone;
  },
});
