import { gone, route } from '../../route.ts';

export const deleteRelease = route({
  summary: 'Delete a draft',
  answers: { 204: null },
  problems: ['not-found', 'not-a-draft'],
  handle: async ({ verbs, caller, params }) => {
    await verbs.drafting.deleteDraft(caller, params.id ?? '');
    return gone;
  },
});
