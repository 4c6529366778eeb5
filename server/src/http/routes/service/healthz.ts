import { Type } from 'typebox';
import { ok, openRoute } from '../../route.ts';

export const readHealth = openRoute({
  summary: 'Say that the process is alive',
  description:
    'For whoever restarts the process: it answers as long as the process can. It asks neither database nor storage.',
  answers: { 200: Type.Object({ status: Type.Literal('ok') }) },
  problems: [],
  handle: async () => ok({ status: 'ok' }),
});
