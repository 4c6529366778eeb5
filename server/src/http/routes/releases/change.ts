import { ReleaseAnswer, ReleaseChange } from '@slipway/api';
import { renderReviewed } from '../../answer/wire.ts';
import { appRoute, ok } from '../../route.ts';

export const changeRelease = appRoute({
  summary: 'Change the notes of a release',
  params: ['id'],
  body: ReleaseChange,
  answers: { 200: ReleaseAnswer },
  problems: ['invalid-fields', 'not-found'],
  handle: async ({ verbs, caller, body, params }) =>
    ok(renderReviewed(await verbs.drafting.changeNotes(caller, params.id, body.notes))),
});
