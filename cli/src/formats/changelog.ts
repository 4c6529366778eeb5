/*
 * Extracts one version's section from a Markdown changelog. Supported headings: `## [1.2.0] - 2026-01-31`, `## v1.2.0`,
 * `# 1.2.0 (31 January)`, `## Version 1.2.0`, `## [1.2.0](https://…)`, or a title underlined with `===` or `---`. A
 * section ends at the next heading of the same or a higher level.
 */

interface Heading {
  level: number;
  text: string;
  /** The line range of the heading. */
  from: number;
  to: number;
}

const fence = /^ {0,3}(`{3,}|~{3,})/;
const hashes = /^ {0,3}(#{1,6})\s(.*)$/;
/** The version is at the start of a heading, so the rest of a long line is ignored. */
const maxTitle = 200;
const underline = /^ {0,3}(=+|-{3,})\s*$/;

const headingAt = (lines: string[], index: number): Heading | undefined => {
  const line = lines[index] ?? '';
  const [, marks, text] = hashes.exec(line) ?? [];
  if (marks !== undefined)
    return { level: marks.length, text: (text ?? '').slice(0, maxTitle), from: index, to: index + 1 };
  const [, rule] = underline.exec(lines[index + 1] ?? '') ?? [];
  // A list item or a table row above a rule is not a title.
  if (rule === undefined || /^\s*(?:$|[-*+>|])/.test(line)) return undefined;
  return { level: rule.startsWith('=') ? 1 : 2, text: line.slice(0, maxTitle), from: index, to: index + 2 };
};

const headingsOf = (lines: string[]): Heading[] => {
  const found: Heading[] = [];
  let open: string | undefined;
  for (const [index, line] of lines.entries()) {
    const [, mark] = fence.exec(line) ?? [];
    if (open !== undefined) {
      if (mark?.startsWith(open) === true) open = undefined;
    } else if (mark !== undefined) open = mark;
    else {
      const heading = headingAt(lines, index);
      if (heading !== undefined) found.push(heading);
    }
  }
  return found;
};

const versionIn = /^\W*(?:(?:version|release)\s+)?v?(\d[0-9A-Za-z.+-]*)/i;

const isOf = ({ text }: Heading, version: string): boolean =>
  versionIn.exec(text.replaceAll(/<[^>]*>/g, ''))?.[1] === version.replace(/^v(?=\d)/i, '');

/** Undefined if no heading names the version. */
export const findChangelogSection = (text: string, version: string): string | undefined => {
  const lines = text.split(/\r?\n/);
  const headings = headingsOf(lines);
  const own = headings.find((heading) => isOf(heading, version));
  if (own === undefined) return undefined;
  const next = headings.find(({ level, from }) => from > own.from && level <= own.level);
  return lines.slice(own.to, next?.from).join('\n').trim();
};
