/*
 * YAML output that is safe against injection: every text is a double-quoted JSON string. Characters that only YAML
 * treats as line breaks, or rejects, are escaped too.
 */

const unsafe = /[\u007f-\u009f\u2028\u2029\ufeff\ufffe\uffff]/g;

const escapeUnsafe = (text: string): string =>
  text.replaceAll(unsafe, (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`);

type Scalar = string | number;
type Entries = Readonly<Record<string, Scalar | undefined>>;

const scalar = (value: Scalar): string =>
  typeof value === 'number' ? String(value) : escapeUnsafe(JSON.stringify(value));

const lines = (entries: Entries): string[] =>
  Object.entries(entries).flatMap(([name, value]) =>
    value === undefined ? [] : [`${name}: ${scalar(value)}`],
  );

export const yamlList = (name: string, items: readonly Entries[]): string =>
  [
    `${name}:`,
    ...items.flatMap((item) => lines(item).map((line, index) => (index === 0 ? '  - ' : '    ') + line)),
    '',
  ].join('\n');

/** Omits undefined values. */
export const yamlMap = (entries: Entries): string =>
  lines(entries)
    .map((line) => `${line}\n`)
    .join('');
