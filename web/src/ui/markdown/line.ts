/* Recognizes the start of each block. Every pattern takes linear time. */

export const isBlank = (line: string): boolean => line.trim() === '';

export const fence = /^ {0,3}(`{3,}(?=[^`]*$)|~{3,})/;
export const heading = /^ {0,3}(#{1,6})(?= |$)/;
export const rule = /^ {0,3}([-*_])(?: *\1){2,} *$/;
export const quote = /^ {0,3}> ?/;

const item = /^ {0,3}(?:([-*+])|(\d{1,9})([.)]))(?:$|[ \t](?: {0,3}(?=[^ ]))?)/;

export interface Marker {
  /** Items of one list share it. */
  kind: string;
  start: number | undefined;
  /** Indentation of the item's other lines. */
  width: number;
}

export const findMarker = (line: string): Marker | undefined => {
  const found = rule.test(line) ? null : item.exec(line);
  if (found === null) return undefined;
  const [{ length }, bullet, number, after] = found;
  const isEmpty = length === line.length;
  return {
    kind: bullet ?? after ?? '',
    start: number === undefined ? undefined : Number(number),
    width: isEmpty && !line.endsWith(' ') ? length + 1 : length,
  };
};

/** Whether a line interrupts a paragraph; an ordered list does so only if it starts at 1. */
export const startsBlock = (line: string): boolean => {
  if ([fence, heading, rule, quote].some((pattern) => pattern.test(line))) return true;
  const marker = findMarker(line);
  return marker !== undefined && !isBlank(line.slice(marker.width)) && (marker.start ?? 1) === 1;
};

/** The end of the lines, from a start, that satisfy a test. */
export const findEnd = (
  lines: readonly string[],
  from: number,
  holds: (line: string, at: number) => boolean,
): number => {
  let at = from;
  for (let line = lines[at]; line !== undefined && holds(line, at); line = lines[at]) at += 1;
  return at;
};
