import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { renderReference } from '../cli/scripts/write-reference.ts';
import { renderConfiguration } from './reference/configuration.ts';
import { renderEvents } from './reference/events.ts';
import { renderLimits } from './reference/limits.ts';
import { renderMetrics } from './reference/metrics.ts';
import { root } from './reference/page.ts';
import { renderProblems } from './reference/problems.ts';
import { renderRoutes } from './reference/routes.ts';

/*
 * `npm run docs` writes the pages of docs/reference that need no measurement. With `--check` it fails if one is stale
 * and writes nothing. A folder as the last argument replaces docs/reference.
 */

const pages: Readonly<Record<string, () => string>> = {
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
  .map(([name, render]) => ({ name, file: join(folder, name), text: render() }))
  .filter(({ file, text }) => readIfPresent(file) !== text);

if (words.includes('--check')) {
  for (const { name } of stale) console.error(`docs/reference/${name} is stale: run \`npm run docs\`.`);
  process.exitCode = stale.length === 0 ? 0 : 1;
} else {
  mkdirSync(folder, { recursive: true });
  for (const { file, text } of stale) writeFileSync(file, text);
  console.log(`docs/reference: ${stale.length} of ${Object.keys(pages).length} pages written`);
}
