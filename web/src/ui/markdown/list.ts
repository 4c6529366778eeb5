import type { BlockList, BlockReader } from './block.ts';
import { findEnd, findMarker, isBlank, type Marker, startsBlock } from './line.ts';

/* Lists: items with the same marker, and the content indented below them. */

/** An item ends at a line that is neither indented nor a continuation of its last paragraph. */
const endOfItem = (lines: readonly string[], from: number, { kind, width }: Marker): number => {
  let isAfterBlank = false;
  return findEnd(lines, from + 1, (line) => {
    const isLazy = !isAfterBlank && !startsBlock(line) && findMarker(line)?.kind !== kind;
    isAfterBlank = isBlank(line);
    return isAfterBlank || isLazy || isBlank(line.slice(0, width));
  });
};

/** A GitHub task list item. */
const withTick = (line: string): string =>
  line.replace(/^\[([ x])\](?= )/i, (_, tick) => (tick === ' ' ? '☐' : '☑'));

const unindented = (lines: readonly string[], width: number): string[] =>
  lines.map((line, index) => {
    if (index === 0) return withTick(line.slice(width));
    return isBlank(line.slice(0, width)) ? line.slice(width) : line.trimStart();
  });

export const readList: BlockReader = (lines, at, { parseNested }) => {
  const first = findMarker(lines[at] ?? '');
  if (first === undefined) return undefined;
  const items: BlockList[] = [];
  let [next, isSpaced] = [at, false];
  for (
    let marker: Marker | undefined = first;
    marker?.kind === first.kind;
    marker = findMarker(lines[next] ?? '')
  ) {
    isSpaced ||= next > at && isBlank(lines[next - 1] ?? '');
    const end = endOfItem(lines, next, marker);
    items.push(parseNested(unindented(lines.slice(next, end), marker.width)));
    next = end;
  }
  const isLoose = isSpaced || items.some((item) => item.isLoose);
  return {
    block: { type: 'list', start: first.start, isLoose, items: items.map(({ blocks }) => blocks) },
    next,
  };
};
