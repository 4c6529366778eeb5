// Builds the dashboard into web/dist: chunks with hashed names, each with its gzip and its Brotli beside it, the page, and
// a manifest. Compressing here is what a start need not do. Plain JavaScript, as `npm start` calls it on any Node.
import { mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import { build } from 'esbuild';
import { renderPage } from './page.mjs';
import { distFolder, isFresh, listSources, rootFolder } from './sources.mjs';

export { distFolder };

const webFolder = join(rootFolder, 'web');

/** Lets the further screens import all that the page begins with: then that is one file, and not one for what they share. */
const oneFirstFile = {
  name: 'one-first-file',
  setup({ onLoad }) {
    onLoad({ filter: /[\\/]web[\\/]src[\\/]app[\\/]lazy-screens\.ts$/ }, ({ path }) => ({
      contents: `${readFileSync(path, 'utf8')}\nimport '../main.tsx';\n`,
      loader: 'ts',
    }));
  },
};

const common = {
  absWorkingDir: rootFolder,
  outdir: '/',
  write: false,
  bundle: true,
  format: 'esm',
  platform: 'browser',
  // The first browsers in which a colour has its light and its dark value together.
  target: ['chrome123', 'firefox120', 'safari17.5'],
  minify: true,
  legalComments: 'none',
  metafile: true,
  entryNames: '[name]-[hash]',
  logLevel: 'warning',
};

/** A file of its own that needs no other: a worker goes by the policy of its file, and that allows it nothing. */
const bundleWorker = () =>
  build({ ...common, entryPoints: { worker: join(webFolder, 'src', 'upload', 'worker.ts') } });

const bundleApp = (workerName) =>
  build({
    ...common,
    entryPoints: { app: join(webFolder, 'src', 'main.tsx'), style: join(webFolder, 'src', 'style.css') },
    splitting: true,
    tsconfigRaw: { compilerOptions: { jsx: 'react', jsxFactory: 'h', jsxFragmentFactory: 'Fragment' } },
    inject: [join(webFolder, 'scripts', 'elements.mjs')],
    chunkNames: '[name]-[hash]',
    define: { workerAddress: JSON.stringify(`/assets/${workerName}`) },
    plugins: [oneFirstFile],
  });

/** Without the file that holds nothing and only imports the first one, which the page loads itself. */
const bundle = async () => {
  const worker = await bundleWorker();
  const app = await bundleApp(basename(worker.outputFiles[0].path));
  const inputs = { ...app.metafile.inputs, ...worker.metafile.inputs };
  const outputs = Object.fromEntries(
    Object.entries(app.metafile.outputs).filter(([, { inputs }]) => Object.keys(inputs).length > 0),
  );
  const isKept = ({ path }) => Object.keys(outputs).some((kept) => basename(kept) === basename(path));
  return {
    outputFiles: [...app.outputFiles.filter(isKept), ...worker.outputFiles],
    metafile: { inputs, outputs },
  };
};

const compressed = (bytes) => ({
  br: brotliCompressSync(bytes, { params: { [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length } }),
  // Shorter blocks, each with codes of its own, suit text and code that take turns.
  gz: gzipSync(bytes, { level: 9, memLevel: 7 }),
});

const write = (folder, name, bytes) => {
  writeFileSync(join(folder, name), bytes);
  for (const [ending, packed] of Object.entries(compressed(bytes)))
    writeFileSync(join(folder, `${name}.${ending}`), packed);
};

const firstLoadOf = ({ outputs }) => {
  const find = (input) => Object.keys(outputs).find((path) => input in outputs[path].inputs);
  return { scripts: [basename(find('web/src/main.tsx'))], style: basename(find('web/src/style.css')) };
};

/** By screen: every script that is loaded before it can be drawn, the first one and the one that it lies in. */
const screensOf = ({ outputs }, { scripts }) =>
  Object.fromEntries(
    Object.entries(outputs).flatMap(([path, { inputs }]) =>
      Object.keys(inputs)
        .filter((input) => /^web\/src\/screens\/[^/]+$/.test(input))
        .map((input) => [basename(input), [...new Set([...scripts, basename(path)])]]),
    ),
  );

const writeAll = (folder, { outputFiles, metafile }, sources) => {
  for (const { path, contents } of outputFiles) write(folder, basename(path), contents);
  const first = firstLoadOf(metafile);
  write(folder, 'index.html', Buffer.from(renderPage(first)));
  const files = outputFiles.map(({ path }) => basename(path)).sort();
  const packages = Object.keys(metafile.inputs).filter((path) => path.includes('node_modules/'));
  writeFileSync(
    join(folder, 'manifest.json'),
    `${JSON.stringify({ first, screens: screensOf(metafile, first), files, packages, sources }, null, 1)}\n`,
  );
};

/** Builds it and puts it in the place of what was there. */
export const buildDashboard = async () => {
  // Listed before they are read: what changes meanwhile makes the next look find it stale.
  const sources = listSources();
  const built = await bundle();
  const made = `${distFolder}-${process.pid}`;
  rmSync(made, { recursive: true, force: true });
  mkdirSync(made, { recursive: true });
  writeAll(made, built, sources);
  rmSync(distFolder, { recursive: true, force: true });
  renameSync(made, distFolder);
};

/** Builds it where it is not built, or not from these sources. */
export const ensureDashboard = async () => {
  if (!isFresh()) await buildDashboard();
  return JSON.parse(readFileSync(join(distFolder, 'manifest.json'), 'utf8'));
};

if (import.meta.main) await buildDashboard();
