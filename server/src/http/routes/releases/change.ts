import { ReleaseAnswer, ReleaseChange } from '@slipway/api';
import { renderReviewed } from '../../answer/wire.ts';
import { appRoute, ok } from '../../route.ts';

export const changeRelease = appRoute({
  summary: 'Change the notes of a release',
  description:
    'Corrects the notes, also of a published release: installed copies read the new text once caches have expired, after six minutes at most. Nothing else of a release changes.',
  params: ['id'],
  body: ReleaseChange,
  answers: { 200: ReleaseAnswer },
  problems: ['invalid-fields', 'not-found'],
  handle: async ({ verbs, caller, body, params }) =>
    ok(renderReviewed(await verbs.drafting.changeNotes(caller, params.id, body.notes ?? ''))),
});
