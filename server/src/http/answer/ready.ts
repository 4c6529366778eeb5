import type { Ready } from '../../node/front-door.ts';
import { ending, type Head } from '../../node/head.ts';
import type { Asked } from '../../node/plain-request.ts';
import { type Answer, partsFor } from './answer.ts';

/*
 * Answers as the front door writes them: one text, head and body. What is asked often is the same text until the date in it
 * changes, so that the texts of the current second are kept; so many at most, for a stranger could ask for many.
 */

const mostTexts = 1000;

export const createReady = () => {
  const texts = new Map<Head | Answer, string>();
  let second = '';

  const textOf = (whole: Head | Answer, head: Head, body: string): string => {
    const now = ending();
    if (now !== second || texts.size === mostTexts) {
      texts.clear();
      second = now;
    }
    const known = texts.get(whole);
    if (known !== undefined) return known;
    const text = head.text + now + body;
    texts.set(whole, text);
    return text;
  };

  /** What a request is answered, and with which status. */
  return (asked: Asked, answer: Answer): Ready & { status: number } => {
    const { head, body } = partsFor(asked, answer);
    const { status } = head;
    return typeof body === 'string'
      ? { status, text: textOf(answer, head, body), long: undefined }
      : { status, text: textOf(head, head, ''), long: body };
  };
};
