import type { Row } from '../../clients/row.ts';

/* The table of docs/CLIENTS.md, between its markers. */

const [begin, end] = ['<!-- results: written by npm run check:clients -->\n', '<!-- end of results -->\n'];

const heading = ['| Client | Version | Scenario | Result | Over the wire |', '|---|---|---|---|---|'];

/** The npm clients in package-lock.json. */
export type LockedPackages = Readonly<Record<string, { name?: string; version?: string }>>;

const grouped = (count: number): string => count.toLocaleString('en-US');

const wireOf = ({ wireBytes, fileBytes }: Row): string => {
  if (wireBytes === undefined) return '';
  if (fileBytes === undefined) return `${grouped(wireBytes)} bytes`;
  return `${grouped(wireBytes)} of ${grouped(fileBytes)} bytes (${Math.round((100 * wireBytes) / fileBytes)} %)`;
};

const resultOf = ({ result, reason }: Row): string =>
  reason === undefined ? result : `${result}: ${reason}`;

const lineOf = (row: Row, locked: LockedPackages): string => {
  const entry = locked[`node_modules/${row.client}`];
  const version = row.version ?? entry?.version ?? '';
  return `| ${[entry?.name ?? row.client, version, row.name, resultOf(row), wireOf(row)].join(' | ')} |`;
};

const clientIn = (line: string): string => line.split(' | ')[0] ?? '';

/** Sorts numerically. */
const inOrder = (a: string, b: string): number => a.localeCompare(b, 'en', { numeric: true });

/** Replaces rows in the document; clients that were not run keep theirs. */
export const replaceRows = (document: string, rows: readonly Row[], locked: LockedPackages): string => {
  const [from, to] = [document.indexOf(begin) + begin.length, document.indexOf(end)];
  if (to < from) throw new Error('docs/CLIENTS.md has no markers for the table');
  const lines = rows.map((row) => lineOf(row, locked));
  const run = new Set(lines.map(clientIn));
  const unchanged = document
    .slice(from, to)
    .split('\n')
    .slice(heading.length)
    .filter((line) => line !== '' && !run.has(clientIn(line)));
  const table = [...heading, ...[...unchanged, ...lines].sort(inOrder), ''].join('\n');
  return document.slice(0, from) + table + document.slice(to);
};
