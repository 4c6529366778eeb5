import { Type } from 'typebox';
import type { Revisions } from '../../../domain/catalog/revisions.ts';
import { invalidFields } from '../../body/validation.ts';
import { HttpRefusal } from '../../response/problems.ts';
import { openRoute } from '../../routing/route.ts';
import type { Needs } from '../../services.ts';

const Readiness = Type.Object({
  version: Type.String({ description: 'Version of this node.' }),
  status: Type.Enum(['ready', 'degraded'] as const),
  database: Type.Enum(['ok', 'away'] as const),
  storage: Type.Enum(['ok', 'away'] as const),
  disk: Type.Enum(['ok', 'low'] as const),
});

/** Answers from memory, and alike for unknown and outdated apps, so that nobody can enumerate apps. */
const demandShown = (showing: Revisions, app: string | undefined, revision: string | undefined): void => {
  if (app === undefined || revision === undefined) {
    const missing = app === undefined ? 'app' : 'revision';
    throw invalidFields([{ pointer: `/${missing}`, code: 'required', detail: `${missing} is required.` }]);
  }
  if (!showing.isPublic(app, Number(revision)))
    throw new HttpRefusal('not-shown-yet', 'This node doesn’t serve that revision yet.', {
      'retry-after': '1',
    });
};

/** Degraded is still 200: checks still work, and removing every node from the load balancer would end them. */
export const readReadiness = openRoute({
  summary: 'Check readiness',
  description:
    'Readiness probe. `degraded` means the database or storage is unavailable, or the disk is too full for uploads. Update checks still work, so the status is 200. With `app` and `revision`, returns 503 until this node serves that change.',
  query: Type.Object({
    app: Type.Optional(Type.String({ description: 'App slug, sent with `revision`.' })),
    revision: Type.Optional(
      Type.String({
        pattern: '^[0-9]{1,16}$',
        description: 'Value of a `Slipway-Revision` header, sent with `app`.',
      }),
    ),
  }),
  responses: { 200: Readiness },
  problems: ['invalid-fields', 'not-shown-yet'],
  handle: async ({ query: { app, revision } }, needs: Needs<'health' | 'revisions' | 'version'>) => {
    if (app !== undefined || revision !== undefined) demandShown(needs.revisions, app, revision);
    const { database, storage, disk } = await needs.health();
    return {
      status: 200,
      headers: { 'cache-control': 'no-store' },
      body: {
        version: needs.version,
        status: database && storage && disk ? 'ready' : 'degraded',
        database: database ? 'ok' : 'away',
        storage: storage ? 'ok' : 'away',
        disk: disk ? 'ok' : 'low',
      },
    };
  },
});
