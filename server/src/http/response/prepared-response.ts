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
  const known = bodylessResponses.get(head);
  if (known !== undefined) return known;
  const sealed = serializeResponse(head);
  bodylessResponses.set(head, sealed);
  return sealed;
};

export const prepareFastPathResponse = (
  asked: PlainRequest,
  answer: PreparedResponse,
): FastPathResponse & { status: number } => {
  const { head, body } = responseParts(asked, answer);
  const sealed = (body && answer.whole) ?? serializeBodyless(head);
  refreshDate(sealed);
  return { status: sealed.status, sealed, long: answer.whole === undefined ? body : undefined };
};
