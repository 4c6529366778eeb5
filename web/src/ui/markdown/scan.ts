/* A text that is read from left to right, once, and what was made of it so far. */

export interface Span {
  tag: 'a' | 'br' | 'code' | 'del' | 'em' | 'strong';
  /** Where it leads. */
  address?: string;
  inner: readonly Inline[];
}

export type Inline = string | Span;

/** A mark that may open something. Until something closes it, it is a part of the text like any other. */
export interface Opener {
  mark: string;
  /** Which part it is. */
  part: number;
  /** Where the text goes on after it. */
  end: number;
  /** Set where it could as well have closed something. */
  isEither: boolean;
}

/** What marks end with: a bracket those of links and pictures, the others those of emphasis. */
export type MarkKind = '[' | '*' | '_' | '~';

export interface Scanner {
  readonly text: string;
  /** Up to where it was read. */
  at: number;
  readonly parts: Inline[];
  /** What waits to be closed, the newest last. */
  readonly waiting: Readonly<Record<MarkKind, Opener[]>>;
  /** Addresses by the names that the notes give them. */
  readonly addresses: ReadonlyMap<string, string>;
}

/** Reads what it knows where that begins here; says whether it did. */
export type SpanReader = (scan: Scanner) => boolean;

/** Takes what a sticky pattern finds here. */
export const consume = (scan: Scanner, pattern: RegExp): RegExpExecArray | undefined => {
  pattern.lastIndex = scan.at;
  const found = pattern.exec(scan.text);
  if (found === null) return undefined;
  scan.at = pattern.lastIndex;
  return found;
};

/** More than anybody nests: of marks that wait, only the newest do, and nothing lies deeper than every stack can take. */
const mostWaiting = 10;

/** Lets a mark wait for what closes it. */
export const pushOpener = ({ at, parts, waiting }: Scanner, mark: string, isEither = false): void => {
  const marks = waiting[mark.at(-1) as MarkKind];
  marks.push({ mark, part: parts.push(mark) - 1, end: at, isEither });
  if (marks.length > mostWaiting) marks.shift();
};

/** Takes what came after a mark away; marks that still wait in it will not be closed. */
export const popSince = ({ parts, waiting }: Scanner, { part }: Opener): Inline[] => {
  for (const marks of Object.values(waiting)) while ((marks.at(-1)?.part ?? -1) > part) marks.pop();
  return parts.splice(part + 1);
};
