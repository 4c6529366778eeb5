import type { FastPathResponse } from '../../node/fast-path-handler.ts';
import type { PlainRequest } from '../../node/plain-request.ts';
import {
  type ResponseHead,
  refreshDate,
  type SerializedResponse,
  serializeResponse,
} from '../../node/response-head.ts';
import { type PreparedResponse, responseParts } from './response.ts';

/*
 * Responses as the fast path writes them: stored bytes with the current date. Responses without a body, and the headers
 * of long bodies, are serialized on first use.
 */

const bodylessResponses = new WeakMap<ResponseHead, SerializedResponse>();

const serializeBodyless = (head: ResponseHead): SerializedResponse => {
  const cached = bodylessResponses.get(head);
  if (cached !== undefined) return cached;
  const serialized = serializeResponse(head);
  bodylessResponses.set(head, serialized);
  return serialized;
};

export const prepareFastPathResponse = (
  request: PlainRequest,
  answer: PreparedResponse,
): FastPathResponse & { status: number } => {
  const { head, body } = responseParts(request, answer);
  const serialized = (body && answer.serialized) ?? serializeBodyless(head);
  refreshDate(serialized);
  return {
    status: serialized.status,
    serialized,
    longBody: answer.serialized === undefined ? body : undefined,
  };
};
