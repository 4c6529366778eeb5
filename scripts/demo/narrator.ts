/* The terminal output: one line per step, with its request and the response. */

const widthOfStory = 68;

/** Stops the demo on an unexpected result. */
class Unexpected extends Error {}

/** Stops the demo unless the claim holds. */
export const expect: (holds: boolean, otherwise: string) => asserts holds = (holds, otherwise) => {
  if (!holds) throw new Unexpected(otherwise);
};

export interface Narrator {
  heading(text: string): void;
  /** Prints an event and its request or command. */
  step(story: string, request: string): void;
  /** Prints details below the previous step. */
  show(lines: readonly string[]): void;
}

export const createNarrator = (write: (text: string) => void): Narrator => ({
  heading: (text) => write(`\n${text}\n`),
  step: (story, request) => write(`  ${story.padEnd(widthOfStory)}  ${request}\n`),
  show: (lines) => {
    for (const line of lines) write(`      ${line}\n`);
  },
});

/** 1,234,567. */
export const formatCount = (value: number): string => value.toLocaleString('en-US');

/** Aligns columns: words to the left, numbers to the right. */
export const tabulate = (rows: readonly (readonly string[])[]): string[] => {
  const widths = rows.reduce<number[]>(
    (most, row) => row.map((cell, column) => Math.max(cell.length, most[column] ?? 0)),
    [],
  );
  const isNumber = (column: number): boolean => /^[\d,]+$/.test(rows.at(-1)?.[column] ?? '');
  return rows.map((row) =>
    row
      .map((cell, column) =>
        isNumber(column) ? cell.padStart(widths[column] ?? 0) : cell.padEnd(widths[column] ?? 0),
      )
      .join('  ')
      .trimEnd(),
  );
};
