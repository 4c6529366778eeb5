import type { Socket } from 'node:net';
import type { Sealed } from './head.ts';
import type { Asked } from './plain-request.ts';

/* What the front door asks of those behind it, and what they may ask of it. */

/** An answer as it goes out: its head with a short body behind it, or else the long one by itself. */
export interface Ready {
  readonly sealed: Pick<Sealed, 'bytes'>;
  readonly long: Buffer | undefined;
}

/** Who answers at the door. */
export interface Doorkeeper {
  /** What is answered at once; undefined where node:http has to. */
  answer(asked: Asked): Ready | undefined;
  /** Told of an answer that its client did not take at once, and of its body where that is a long one. */
  onUnread(socket: Socket, long: Buffer | undefined): void;
}

export interface FrontDoor {
  /** From now on plain requests are answered by this. */
  open(keeper: Doorkeeper): void;
  /** Whatever comes from now on is for node:http. */
  shut(): void;
  /** Ends connections that wait for nothing; those that have not asked yet only where that is said. */
  closeIdle(withSilent: boolean): void;
  closeAll(): void;
  /** Connections that have not sent anything yet, the oldest first. */
  silent(): Socket[];
}
