/*
 * One version's section of a changelog in Markdown, as people and release tools write them: `## [1.2.0] - 2026-01-31`,
 * `## v1.2.0`, `# 1.2.0 (31 January)`, `## Version 1.2.0`, `## [1.2.0](https://…)`, or a title with a line of `===` or
 * `---` below. A section ends at the next heading of its own level or above.
 */

interface Heading {
  level: number;
  text: string;
  /** The lines that the heading takes. */
  from: number;
  to: number;
}

const fence = /^ {0,3}(`{3,}|~{3,})/;
const hashes = /^ {0,3}(#{1,6})\s(.*)$/;
/** A version stands at the beginning of its heading: the rest of a long line is not looked at. */
const maxTitle = 200;
const underline = /^ {0,3}(=+|-{3,})\s*$/;

const headingAt = (lines: string[], index: number): Heading | undefined => {
  const line = lines[index] ?? '';
  const [, marks, text] = hashes.exec(line) ?? [];
  if (marks !== undefined)
    return { level: marks.length, text: (text ?? '').slice(0, maxTitle), from: index, to: index + 1 };
  const [, rule] = underline.exec(lines[index + 1] ?? '') ?? [];
  // A list item or a table row above a rule is no title.
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

/** The text below a version's heading; undefined where no heading names the version. */
export const findChangelogSection = (text: string, version: string): string | undefined => {
  const lines = text.split(/\r?\n/);
  const headings = headingsOf(lines);
  const own = headings.find((heading) => isOf(heading, version));
  if (own === undefined) return undefined;
  const next = headings.find(({ level, from }) => from > own.from && level <= own.level);
  return lines.slice(own.to, next?.from).join('\n').trim();
};
