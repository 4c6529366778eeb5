// Builds the dashboard into web/dist: hashed chunks, their gzip and Brotli variants, the page and a manifest.
// Compressing here keeps startup fast. Plain JavaScript, because `npm start` runs it on any Node.
import { mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import { build } from 'esbuild';
import { renderPage } from './page.mjs';
import { distFolder, isFresh, listSources, rootFolder } from './sources.mjs';

export { distFolder };

const webFolder = join(rootFolder, 'web');

/** Makes the lazy screens import the main bundle, so that esbuild emits no extra chunk for shared code. */
const oneFirstFile = {
  name: 'one-first-file',
  setup({ onLoad }) {
    onLoad({ filter: /[\\/]web[\\/]src[\\/]app[\\/]lazy-(?:screens|settings)\.ts$/ }, ({ path }) => ({
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
  // The first versions that support the CSS light-dark() function.
  target: ['chrome123', 'firefox120', 'safari17.5'],
  minify: true,
  legalComments: 'none',
  metafile: true,
  entryNames: '[name]-[hash]',
  logLevel: 'warning',
};

/** Bundles the worker alone: its own CSP forbids loading anything else. */
const bundleWorker = () =>
  build({ ...common, entryPoints: { worker: join(webFolder, 'src', 'upload', 'worker.ts') } });

const bundleStyles = () =>
  build({
    ...common,
    entryPoints: { style: join(webFolder, 'src', 'style.css'), lazy: join(webFolder, 'src', 'lazy.css') },
  });

const bundleApp = (workerName, lazyStyleName) =>
  build({
    ...common,
    entryPoints: { app: join(webFolder, 'src', 'main.tsx') },
    splitting: true,
    tsconfigRaw: { compilerOptions: { jsx: 'react', jsxFactory: 'h', jsxFragmentFactory: 'Fragment' } },
    inject: [join(webFolder, 'scripts', 'elements.mjs')],
    chunkNames: '[name]-[hash]',
    define: {
      workerAddress: JSON.stringify(`/assets/${workerName}`),
      lazyStyleAddress: JSON.stringify(`/assets/${lazyStyleName}`),
    },
    plugins: [oneFirstFile],
  });

/** The name of the output that contains an input. */
const nameOf = (outputs, input) =>
  basename(Object.keys(outputs).find((path) => input in outputs[path].inputs) ?? '');

/** Drops the empty entry file that only imports the main chunk; the page loads that chunk itself. */
const bundle = async () => {
  const [worker, styles] = [await bundleWorker(), await bundleStyles()];
  const lazyStyle = nameOf(styles.metafile.outputs, 'web/src/lazy.css');
  const app = await bundleApp(basename(worker.outputFiles[0].path), lazyStyle);
  const inputs = { ...app.metafile.inputs, ...worker.metafile.inputs };
  const outputs = Object.fromEntries(
    Object.entries(app.metafile.outputs).filter(([, { inputs }]) => Object.keys(inputs).length > 0),
  );
  const isKept = ({ path }) => Object.keys(outputs).some((output) => basename(output) === basename(path));
  return {
    outputFiles: [...app.outputFiles.filter(isKept), ...styles.outputFiles, ...worker.outputFiles],
    metafile: { inputs, outputs: { ...outputs, ...styles.metafile.outputs } },
  };
};

const compressed = (bytes) => ({
  br: brotliCompressSync(bytes, { params: { [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length } }),
  // A lower memLevel gives shorter blocks, which compress mixed text and code better.
  gz: gzipSync(bytes, { level: 9, memLevel: 7 }),
});

const write = (folder, name, bytes) => {
  writeFileSync(join(folder, name), bytes);
  for (const [ending, packed] of Object.entries(compressed(bytes)))
    writeFileSync(join(folder, `${name}.${ending}`), packed);
};

const firstLoadOf = ({ outputs }) => ({
  scripts: [nameOf(outputs, 'web/src/main.tsx')],
  style: nameOf(outputs, 'web/src/style.css'),
});

/** A chunk and all that it imports. */
const withImports = (outputs, path) => [
  basename(path),
  ...outputs[path].imports
    .filter(({ kind }) => kind === 'import-statement')
    .flatMap((one) => withImports(outputs, one.path)),
];

/** Every script a screen needs before its first render: the main chunk and those that contain the screen. */
const screensOf = ({ outputs }, { scripts }) =>
  Object.fromEntries(
    Object.entries(outputs).flatMap(([path, { inputs }]) =>
      Object.keys(inputs)
        .filter((input) => /^web\/src\/screens\/[^/]+$/.test(input))
        .map((input) => [basename(input), [...new Set([...scripts, ...withImports(outputs, path)])]]),
    ),
  );

const writeAll = (folder, { outputFiles, metafile }, sources) => {
  for (const { path, contents } of outputFiles) write(folder, basename(path), contents);
  const first = firstLoadOf(metafile);
  write(folder, 'index.html', Buffer.from(renderPage(first)));
  const lazyStyle = nameOf(metafile.outputs, 'web/src/lazy.css');
  const screens = screensOf(metafile, first);
  const files = outputFiles.map(({ path }) => basename(path)).sort();
  const packages = Object.keys(metafile.inputs).filter((path) => path.includes('node_modules/'));
  writeFileSync(
    join(folder, 'manifest.json'),
    `${JSON.stringify({ first, lazyStyle, screens, files, packages, sources }, null, 1)}\n`,
  );
};

/** Builds the dashboard and replaces the previous build. */
export const buildDashboard = async () => {
  // List the sources before reading them, so that a change during the build makes it stale.
  const sources = listSources();
  const built = await bundle();
  const made = `${distFolder}-${process.pid}`;
  rmSync(made, { recursive: true, force: true });
  mkdirSync(made, { recursive: true });
  writeAll(made, built, sources);
  try {
    rmSync(distFolder, { recursive: true, force: true });
    renameSync(made, distFolder);
  } catch (error) {
    // Another process built the same at the same time, and came first.
    rmSync(made, { recursive: true, force: true });
    if (!isFresh()) throw error;
  }
};

/** Builds the dashboard if it is missing or stale. */
export const ensureDashboard = async () => {
  if (!isFresh()) await buildDashboard();
  return JSON.parse(readFileSync(join(distFolder, 'manifest.json'), 'utf8'));
};

if (import.meta.main) await buildDashboard();
