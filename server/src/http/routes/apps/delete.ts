import { appRoute, gone } from '../../route.ts';

export const deleteApp = appRoute({
  summary: 'Delete an app, while nothing of it was ever published',
  answers: { 204: null },
  problems: ['not-found', 'app-has-releases'],
  handle: async ({ verbs, caller }) => {
    await verbs.administering.deleteApp(caller);
    return gone;
  },
});
