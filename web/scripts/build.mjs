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

/** Lets every chunk import what all share: then it is one file, not one for each choice of chunks that share it. */
const sharedKit = {
  name: 'shared-kit',
  setup({ onLoad }) {
    onLoad({ filter: /[\\/]web[\\/]src[\\/](?:chunks[\\/][^\\/]+\.ts|main\.tsx)$/ }, ({ path }) => ({
      contents: `${readFileSync(path, 'utf8')}\nimport ${JSON.stringify(join(webFolder, 'src', 'kit.ts'))};\n`,
      loader: 'tsx',
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
  build({ ...common, entryPoints: { worker: join(webFolder, 'src', 'uploading', 'worker.ts') } });

const bundleApp = (workerName) =>
  build({
    ...common,
    entryPoints: { app: join(webFolder, 'src', 'main.tsx'), style: join(webFolder, 'src', 'style.css') },
    splitting: true,
    tsconfigRaw: { compilerOptions: { jsx: 'react', jsxFactory: 'h', jsxFragmentFactory: 'Fragment' } },
    inject: [join(webFolder, 'scripts', 'elements.mjs')],
    chunkNames: '[name]-[hash]',
    define: { workerAddress: JSON.stringify(`/assets/${workerName}`) },
    plugins: [sharedKit],
  });

const bundle = async () => {
  const worker = await bundleWorker();
  const app = await bundleApp(basename(worker.outputFiles[0].path));
  const { inputs, outputs } = app.metafile;
  return {
    outputFiles: [...app.outputFiles, ...worker.outputFiles],
    metafile: { inputs: { ...inputs, ...worker.metafile.inputs }, outputs },
  };
};

const compressed = (bytes) => ({
  br: brotliCompressSync(bytes, { params: { [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length } }),
  gz: gzipSync(bytes, { level: 9 }),
});

const write = (folder, name, bytes) => {
  writeFileSync(join(folder, name), bytes);
  for (const [ending, packed] of Object.entries(compressed(bytes)))
    writeFileSync(join(folder, `${name}.${ending}`), packed);
};

/** What an entry needs at once: itself and what it imports, not what it loads later. */
const neededBy = (outputs, path) => [
  path,
  ...outputs[path].imports
    .filter(({ kind }) => kind === 'import-statement')
    .flatMap((imported) => neededBy(outputs, imported.path)),
];

const firstLoadOf = ({ outputs }) => {
  const entries = Object.keys(outputs).filter((path) => outputs[path].entryPoint !== undefined);
  const script = entries.find((path) => outputs[path].entryPoint.endsWith('/main.tsx'));
  const style = entries.find((path) => path.endsWith('.css'));
  const scripts = [...new Set(neededBy(outputs, script))].map((path) => basename(path));
  return { scripts, style: basename(style) };
};

/** By screen: every script that is loaded before it can be drawn. */
const screensOf = ({ outputs }, { scripts }) =>
  Object.fromEntries(
    Object.entries(outputs).flatMap(([path, { inputs }]) =>
      Object.keys(inputs)
        .filter((input) => /^web\/src\/screens\/[^/]+$/.test(input))
        .map((input) => {
          const needed = neededBy(outputs, path).map((name) => basename(name));
          return [basename(input), [...new Set([...scripts, ...needed])]];
        }),
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
