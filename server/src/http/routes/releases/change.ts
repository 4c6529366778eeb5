import { ReleaseAnswer, ReleaseChange } from '@slipway/api';
import { renderReviewed } from '../../answer/wire.ts';
import { ok, route } from '../../route.ts';

export const changeRelease = route({
  summary: 'Change the notes of a release',
  body: ReleaseChange,
  answers: { 200: ReleaseAnswer },
  problems: ['invalid-fields', 'not-found'],
  handle: async ({ verbs, caller, body, params }) =>
    ok(renderReviewed(await verbs.drafting.changeNotes(caller, params.id ?? '', body.notes))),
});
