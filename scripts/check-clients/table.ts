import type { Row } from '../../clients/row.ts';
import { renderPage, renderTable } from '../reference/page.ts';

/* docs/reference/clients-tested.md. Its rows are results, so clients that were not run keep theirs. */

const intro = [
  "These updaters ran against a real Slipway server. A differential scenario changes 12 or 600 places of a file, then compares the updated file byte by byte and the received bytes with the app's usage.",
  "The Rust crates are built with cargo; Tauri's needs Debian's `libgtk-3-dev` and `libwebkit2gtk-4.1-dev`. Electron's built-in autoUpdater does not run here: update-electron-app runs instead, and its URLs are requested as the updaters do. cargo-packager's updater runs on Linux, from npm and from its crate.",
];

/** The npm clients in package-lock.json. */
export type LockedPackages = Readonly<Record<string, { name?: string; version?: string }>>;

const grouped = (count: number): string => count.toLocaleString('en-US');

const wireOf = ({ wireBytes, fileBytes }: Row): string => {
  if (wireBytes === undefined) return '';
  if (fileBytes === undefined) return `${grouped(wireBytes)} bytes`;
  return `${grouped(wireBytes)} of ${grouped(fileBytes)} bytes (${Math.round((100 * wireBytes) / fileBytes)}%)`;
};

const resultOf = ({ result, reason }: Row): string =>
  reason === undefined ? result : `${result}: ${reason}`;

const cellsOf = (row: Row, locked: LockedPackages): string[] => {
  const entry = locked[`node_modules/${row.client}`];
  const version = row.version ?? entry?.version ?? '';
  return [entry?.name ?? row.client, version, row.name, resultOf(row), wireOf(row)];
};

const heads = ['Client', 'Version', 'Scenario', 'Result', 'Received'];

/** The rows of the page as it is. */
export const readResults = (page: string): string[][] =>
  page
    .split('\n')
    .filter((line) => line.startsWith('| '))
    .map((line) => line.replaceAll(/^\| | \|$/g, '').split(' | '))
    .filter(([client]) => client !== heads[0]);

/** Sorts numerically. */
const inOrder = (a: readonly string[], b: readonly string[]): number =>
  a.join(' ').localeCompare(b.join(' '), 'en', { numeric: true });

/** The page with new results; clients that were not run keep theirs. */
export const renderResults = (
  page: string,
  rows: readonly Row[] = [],
  locked: LockedPackages = {},
): string => {
  const results = rows.map((row) => cellsOf(row, locked));
  const run = new Set(results.map(([client]) => client));
  const unchanged = readResults(page).filter(([client]) => !run.has(client));
  const table = renderTable(heads, [...unchanged, ...results].sort(inOrder));
  return renderPage('Tested clients', 'npm run check:clients', [...intro, table]);
};
