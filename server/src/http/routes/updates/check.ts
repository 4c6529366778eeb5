import { RestUpdate, TauriUpdate } from '@slipway/api';
import { Type } from 'typebox';
import type { CheckAddress } from '../../../domain/nouns/adapter.ts';
import { notFound } from '../../../domain/nouns/errors.ts';
import { sendAnswer } from '../../answer/answer.ts';
import { route, written } from '../../route.ts';

/** Spec 4.5. Answers that are in memory are sent before the framework is asked (quick-answers.ts): the same ones. */
export const checkUpdate = route({
  summary: 'Ask for an update, answered in the format of the app’s adapter',
  answers: { 200: Type.Union([TauriUpdate, RestUpdate]), 204: null, 304: 'The client has the answer.' },
  problems: ['not-found', 'adapter-not-registered', 'database-unavailable'],
  handle: async ({ site, params, check, metrics, request, reply }) => {
    if (Object.values(params).includes('')) throw notFound('address');
    const address = params as unknown as CheckAddress;
    const prepared = check.prepareFor(site, address);
    const outcome = check.outcomeFor(prepared, address.currentVersion);
    metrics.check(prepared.adapter.id, outcome);
    reply.hijack();
    sendAnswer(request.raw, reply.raw, check.answerWith(prepared, outcome));
    return written;
  },
});
