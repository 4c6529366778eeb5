/* State of the inline scanner. */

export interface Span {
  tag: 'a' | 'br' | 'code' | 'del' | 'em' | 'strong';
  address?: string;
  inner: readonly Inline[];
}

export type Inline = string | Span;

/** A possible opener. It stays plain text until something closes it. */
export interface Opener {
  mark: string;
  /** Its index in the parts. */
  part: number;
  /** The position after it. */
  end: number;
  /** Set if it could also be a closer. */
  canClose: boolean;
}

/** Opener stacks: `[` for links and images, the others for emphasis. */
export type MarkKind = '[' | '*' | '_' | '~';

export interface Scanner {
  readonly text: string;
  /** The current position. */
  position: number;
  readonly parts: Inline[];
  /** Open openers, the newest last. */
  readonly openers: Readonly<Record<MarkKind, Opener[]>>;
  /** URLs by link label. */
  readonly linkTargets: ReadonlyMap<string, string>;
}

/** Parses a span at the current position; returns whether it did. */
export type SpanReader = (scan: Scanner) => boolean;

/** Consumes a match of a sticky pattern. */
export const consume = (scan: Scanner, pattern: RegExp): RegExpExecArray | undefined => {
  pattern.lastIndex = scan.position;
  const found = pattern.exec(scan.text);
  if (found === null) return undefined;
  scan.position = pattern.lastIndex;
  return found;
};

/** Caps the openers per stack: more than any real nesting, but safe for the call stack. */
const mostWaiting = 10;

export const pushOpener = ({ position, parts, openers }: Scanner, mark: string, isEither = false): void => {
  const marks = openers[mark.at(-1) as MarkKind];
  marks.push({ mark, part: parts.push(mark) - 1, end: position, canClose: isEither });
  if (marks.length > mostWaiting) marks.shift();
};

/** Removes and returns the parts after an opener; openers among them can no longer close. */
export const popSince = ({ parts, openers }: Scanner, { part }: Opener): Inline[] => {
  for (const marks of Object.values(openers)) while ((marks.at(-1)?.part ?? -1) > part) marks.pop();
  return parts.splice(part + 1);
};
