/* What a line of notes begins. Every pattern takes time that grows with the line and no faster. */

export const isBlank = (line: string): boolean => line.trim() === '';

export const fence = /^ {0,3}(`{3,}(?=[^`]*$)|~{3,})/;
export const heading = /^ {0,3}(#{1,6})(?= |$)/;
export const rule = /^ {0,3}([-*_])(?: *\1){2,} *$/;
export const quote = /^ {0,3}> ?/;

const item = /^ {0,3}(?:([-*+])|(\d{1,9})([.)]))(?:$|[ \t](?: {0,3}(?=[^ ]))?)/;

export interface Marker {
  /** Items of one list have the same. */
  kind: string;
  start: number | undefined;
  /** How far the item's other lines are indented. */
  width: number;
}

/** What an item of a list begins with. */
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

/** Whether a line begins something else than the paragraph goes on with: of lists, one that counts from the start. */
export const startsBlock = (line: string): boolean => {
  if ([fence, heading, rule, quote].some((pattern) => pattern.test(line))) return true;
  const marker = findMarker(line);
  return marker !== undefined && !isBlank(line.slice(marker.width)) && (marker.start ?? 1) === 1;
};

/** Where the lines from one on end that a test holds for. */
export const findEnd = (
  lines: readonly string[],
  from: number,
  holds: (line: string, at: number) => boolean,
): number => {
  let at = from;
  for (let line = lines[at]; line !== undefined && holds(line, at); line = lines[at]) at += 1;
  return at;
};
