import { Type } from 'typebox';
import { openRoute } from '../../route.ts';

const Readiness = Type.Object({
  status: Type.Enum(['ready', 'degraded'] as const),
  database: Type.Enum(['ok', 'away'] as const),
  storage: Type.Enum(['ok', 'away'] as const),
});

/** Degraded is still 200: checks and downloads go on, and taking every node out of service would end them. */
export const readReadiness = openRoute({
  summary: 'Say whether database and storage answer',
  description:
    'For whoever sends traffic here. `degraded` means that the database or the storage is away: update checks go on, so it is still 200.',
  answers: { 200: Readiness },
  problems: [],
  handle: async ({ verbs }) => {
    const { database, storage } = await verbs.health();
    return {
      status: 200,
      headers: { 'cache-control': 'no-store' },
      body: {
        status: database && storage ? 'ready' : 'degraded',
        database: database ? 'ok' : 'away',
        storage: storage ? 'ok' : 'away',
      },
    };
  },
});
