import type { Socket } from 'node:net';
import type { PlainRequest } from './plain-request.ts';
import type { SerializedResponse } from './response-head.ts';

/* The interface between the fast path and the handlers behind it. */

/** Headers with a short body in `serialized`, or a long body separately. */
export interface FastPathResponse {
  readonly serialized: Pick<SerializedResponse, 'bytes'>;
  readonly longBody: Buffer | undefined;
}

export interface FastPathHandler {
  /** Undefined if node:http must answer. */
  respond(request: PlainRequest): FastPathResponse | undefined;
  /** Called if the client didn't take the response at once. */
  onSlowReader(socket: Socket, long: Buffer | undefined): void;
}

export interface FastPath {
  /** Starts answering plain requests with this handler. */
  enable(handler: FastPathHandler): void;
  /** From now on node:http gets every request. */
  disable(): void;
  /** Closes idle connections; those without a request yet only if `withSilent`. */
  closeIdle(withSilent: boolean): void;
  closeAll(): void;
  /** Connections that have sent nothing yet, oldest first. */
  listUnused(): Socket[];
}
