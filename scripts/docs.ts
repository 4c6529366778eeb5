import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { renderReference } from '../cli/scripts/write-reference.ts';
import { renderResults } from './check-clients/table.ts';
import { renderConfiguration } from './reference/configuration.ts';
import { renderEvents } from './reference/events.ts';
import { renderLimits } from './reference/limits.ts';
import { renderMetrics } from './reference/metrics.ts';
import { root } from './reference/page.ts';
import { renderProblems } from './reference/problems.ts';
import { renderRoutes } from './reference/routes.ts';

/*
 * `npm run docs` writes the pages of docs/reference that need no measurement, and the text around the results of
 * `npm run check:clients`. With `--check` it fails if one is stale and writes nothing. A folder as the last argument
 * replaces docs/reference.
 */

/** Each page by its name; it may keep a part of the current one. */
const pages: Readonly<Record<string, (current: string) => string>> = {
  'clients-tested.md': (current) => renderResults(current),
  'cli.md': renderReference,
  'configuration.md': renderConfiguration,
  'events.md': renderEvents,
  'limits.md': renderLimits,
  'metrics.md': renderMetrics,
  'problems.md': renderProblems,
  'routes.md': renderRoutes,
};

const readIfPresent = (file: string): string | undefined => {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return undefined;
  }
};

const words = process.argv.slice(2);
const folder = words.find((word) => !word.startsWith('--')) ?? join(root, 'docs/reference');
const stale = Object.entries(pages)
  .map(([name, render]) => ({ name, render, current: readIfPresent(join(folder, name)) }))
  .map(({ name, render, current }) => ({ name, current, text: render(current ?? '') }))
  .filter(({ current, text }) => current !== text);

if (words.includes('--check')) {
  for (const { name } of stale) console.error(`docs/reference/${name} is stale: run \`npm run docs\`.`);
  process.exitCode = stale.length === 0 ? 0 : 1;
} else {
  mkdirSync(folder, { recursive: true });
  for (const { name, text } of stale) writeFileSync(join(folder, name), text);
  console.log(`docs/reference: ${stale.length} of ${Object.keys(pages).length} pages written`);
}
