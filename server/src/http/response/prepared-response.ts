import type { Ready } from '../../node/fast-path-handler.ts';
import { dated, type Head, type Sealed, seal } from '../../node/head.ts';
import type { Asked } from '../../node/plain-request.ts';
import { type Answer, partsFor } from './response.ts';

/*
 * Answers as the front door writes them: the bytes that lie there, with the date of now. Heads without a body, and those of
 * long bodies, are laid out when they are first sent.
 */

const alone = new WeakMap<Head, Sealed>();

const sealedAlone = (head: Head): Sealed => {
  const known = alone.get(head);
  if (known !== undefined) return known;
  const sealed = seal(head);
  alone.set(head, sealed);
  return sealed;
};

/** What a request is answered, and with which status. */
export const readyFor = (asked: Asked, answer: Answer): Ready & { status: number } => {
  const { head, body } = partsFor(asked, answer);
  const sealed = (body && answer.whole) ?? sealedAlone(head);
  dated(sealed);
  return { status: sealed.status, sealed, long: answer.whole === undefined ? body : undefined };
};
