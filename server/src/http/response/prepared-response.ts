import type { FastPathResponse } from '../../node/fast-path-handler.ts';
import {
  type ResponseHead,
  refreshDate,
  type SerializedResponse,
  serializeResponse,
} from '../../node/head.ts';
import type { PlainRequest } from '../../node/plain-request.ts';
import { type PreparedResponse, responseParts } from './response.ts';

/*
 * Answers as the front door writes them: the bytes that lie there, with the date of now. Heads without a body, and those of
 * long bodies, are laid out when they are first sent.
 */

const bodylessResponses = new WeakMap<ResponseHead, SerializedResponse>();

const serializeBodyless = (head: ResponseHead): SerializedResponse => {
  const known = bodylessResponses.get(head);
  if (known !== undefined) return known;
  const sealed = serializeResponse(head);
  bodylessResponses.set(head, sealed);
  return sealed;
};

/** What a request is answered, and with which status. */
export const prepareFastPathResponse = (
  asked: PlainRequest,
  answer: PreparedResponse,
): FastPathResponse & { status: number } => {
  const { head, body } = responseParts(asked, answer);
  const sealed = (body && answer.whole) ?? serializeBodyless(head);
  refreshDate(sealed);
  return { status: sealed.status, sealed, long: answer.whole === undefined ? body : undefined };
};
