import type { Socket } from 'node:net';
import type { SerializedResponse } from './head.ts';
import type { PlainRequest } from './plain-request.ts';

/* What the front door asks of those behind it, and what they may ask of it. */

/** An answer as it goes out: its head with a short body behind it, or else the long one by itself. */
export interface FastPathResponse {
  readonly sealed: Pick<SerializedResponse, 'bytes'>;
  readonly long: Buffer | undefined;
}

/** Who answers at the door. */
export interface FastPathHandler {
  /** What is answered at once; undefined where node:http has to. */
  answer(asked: PlainRequest): FastPathResponse | undefined;
  /** Told of an answer that its client did not take at once, and of its body where that is a long one. */
  onUnread(socket: Socket, long: Buffer | undefined): void;
}

export interface FastPath {
  /** From now on plain requests are answered by this. */
  open(keeper: FastPathHandler): void;
  /** Whatever comes from now on is for node:http. */
  shut(): void;
  /** Ends connections that wait for nothing; those that have not asked yet only where that is said. */
  closeIdle(withSilent: boolean): void;
  closeAll(): void;
  /** Connections that have not sent anything yet, the oldest first. */
  silent(): Socket[];
}
