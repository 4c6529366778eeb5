import {
  consume,
  type MarkKind,
  type Opener,
  popSince,
  pushOpener,
  type Scanner,
  type Span,
  type SpanReader,
} from './scanner.ts';

/* Emphasis by CommonMark's delimiter rules, and GitHub's `~~`. */

const isSpace = (character: string): boolean => /^\s?$/.test(character);
const isSign = (character: string): boolean => /^[\p{P}\p{S}]$/u.test(character);

/** Whether a delimiter run is flanking on one side (CommonMark 6.2). */
const leans = (on: string, other: string): boolean =>
  !isSpace(on) && (!isSign(on) || isSpace(other) || isSign(other));

interface Run {
  kind: MarkKind;
  length: number;
  canOpen: boolean;
  canClose: boolean;
}

/** Consumes a delimiter run; runs that are too long are plain text. */
const takeRun = (scan: Scanner): Run | undefined => {
  const before = scan.text.charAt(scan.position - 1);
  const [run] = consume(scan, /\*+|_+|~+/y) ?? [];
  if (run === undefined) return undefined;
  const [kind, { length }, after] = [run.charAt(0) as MarkKind, run, scan.text.charAt(scan.position)];
  const isMark = length <= (kind === '~' ? 2 : 3);
  const [isLeft, isRight] = [isMark && leans(after, before), isMark && leans(before, after)];
  // Underscores within a word are not emphasis.
  const isInWord = kind === '_' && isLeft && isRight;
  const canOpen = isLeft && (!isInWord || isSign(before));
  const canClose = isRight && (!isInWord || isSign(after));
  return { kind, length, canOpen, canClose };
};

/** Whether a run closes an opener, by CommonMark's multiple-of-3 rule, as in `**2*3**`. */
const fits = ({ kind, length, canOpen }: Run, { mark, canClose }: Opener): boolean => {
  if (kind === '~') return length === mark.length;
  return !((canClose || canOpen) && (length + mark.length) % 3 === 0 && length % 3 !== 0);
};

const tagOf = (kind: MarkKind, length: number): Span['tag'] => {
  if (kind === '~') return 'del';
  return length === 2 ? 'strong' : 'em';
};

/** Closes openers with as many delimiters as match; returns the number left. */
const close = (scan: Scanner, run: Run): number => {
  const { parts, openers } = scan;
  // Emphasis inside brackets must close inside them.
  const since = openers['['].at(-1)?.part ?? -1;
  const opener = openers[run.kind].findLast((one) => one.part > since && fits(run, one));
  if (opener === undefined || run.length === 0) return run.length;
  const length = Math.min(2, run.length, opener.mark.length);
  const inner = popSince(scan, opener);
  opener.mark = opener.mark.slice(length);
  parts[opener.part] = opener.mark;
  parts.push({ tag: tagOf(run.kind, length), inner });
  if (opener.mark === '') openers[run.kind].pop();
  return close(scan, { ...run, length: run.length - length });
};

export const readEmphasis: SpanReader = (scan) => {
  const run = takeRun(scan);
  if (run === undefined) return false;
  const { kind, canOpen, canClose } = run;
  const left = kind.repeat(canClose ? close(scan, run) : run.length);
  if (left !== '' && canOpen) pushOpener(scan, left, canClose);
  else scan.parts.push(left);
  return true;
};
