// Lets a Node.js without type stripping run our scripts: `node --import ./scripts/strip-types.mjs some.ts`. esbuild, which
// packs the CLI anyway, removes the types.
import { readFile } from 'node:fs/promises';
import { register } from 'node:module';
import { fileURLToPath } from 'node:url';
import { isMainThread } from 'node:worker_threads';

// Hooks are loaded a second time, in a thread of their own.
if (isMainThread) register(import.meta.url);

export const load = async (url, context, nextLoad) => {
  if (!url.startsWith('file:') || !url.endsWith('.ts')) return nextLoad(url, context);
  const { transform } = await import('esbuild');
  const source = await readFile(fileURLToPath(url), 'utf8');
  const { code } = await transform(source, { loader: 'ts', format: 'esm', target: 'node20.12' });
  return { format: 'module', source: code, shortCircuit: true };
};
