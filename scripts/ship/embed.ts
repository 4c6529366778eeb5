import { readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { build, type OnLoadResult, type Plugin } from 'esbuild';
import { readMigrationFiles } from '../../server/src/drivers/sql/migration-files.ts';
import { readDashboardFiles } from '../../server/src/http/dashboard/files.ts';
import { ensureDashboard } from '../../web/scripts/build.mjs';
import { rootFolder } from './root.ts';

/*
 * A bundle has no files next to it, so files that the server reads are inlined. Each replaces the module that reads it.
 */

const engines = ['sqlite', 'postgres'] as const;

const embedMigrations = async (): Promise<string> => {
  const all = engines.map(async (engine) => [engine, await readMigrationFiles(engine)] as const);
  const texts = JSON.stringify(Object.fromEntries(await Promise.all(all)));
  return `const texts = ${texts};\nexport const readMigrationFiles = async (engine) => texts[engine];`;
};

/** A worker runs a file or a text; only the text exists in a single executable. */
const embedThread =
  (start: string) =>
  async (path: string): Promise<string> => {
    const { outputFiles } = await build({
      entryPoints: [join(dirname(path), 'worker.ts')],
      bundle: true,
      write: false,
      format: 'cjs',
      platform: 'node',
      target: 'node24',
      minifySyntax: true,
      minifyWhitespace: true,
      lineLimit: 160,
      logLevel: 'warning',
    });
    return [
      "import { Worker } from 'node:worker_threads';",
      `const code = ${JSON.stringify(outputFiles[0]?.text)};`,
      `export const ${start} = (workerData) => new Worker(code, { eval: true, workerData });`,
    ].join('\n');
  };

/** Precompressed, as it is sent. */
const embedDashboard = async (): Promise<string> => {
  await ensureDashboard();
  const packed = Object.entries((await readDashboardFiles()) ?? {}).map(([name, { br, gzip }]) => [
    name,
    [br.toString('base64'), gzip.toString('base64')],
  ]);
  return `const packed = ${JSON.stringify(packed)};
const bytes = (text) => Buffer.from(text, 'base64');
export const readDashboardFiles = async () =>
  Object.fromEntries(packed.map(([name, [br, gzip]]) => [name, { br: bytes(br), gzip: bytes(gzip) }]));`;
};

const standIns: Record<string, (path: string) => Promise<string>> = {
  'drivers/sql/migration-files.ts': embedMigrations,
  'drivers/sqlite/thread.ts': embedThread('startSqliteThread'),
  'drivers/blobs-fs/hashing/start.ts': embedThread('startHashingThread'),
  'http/dashboard/files.ts': embedDashboard,
};

/** Only the version of a manifest is used; the rest stays out of the bundle. */
const versionAlone = async (path: string): Promise<OnLoadResult> => {
  const { version } = JSON.parse(await readFile(path, 'utf8')) as { version: string };
  return { contents: JSON.stringify({ version }), loader: 'json' };
};

/** Fastify loads these only for features that the server doesn't use: its own schema compilers, and requests in tests. */
const unused = /^(?:@fastify\/ajv-compiler|@fastify\/fast-json-stringify-compiler|light-my-request)$/;

/** Inlines all files that the server reads, and leaves out packages that it never loads. */
export const embedPlugin: Plugin = {
  name: 'embedding',
  setup({ onLoad, onResolve }) {
    onResolve({ filter: unused }, ({ path }) => ({ path, namespace: 'unused' }));
    onLoad({ filter: /.*/, namespace: 'unused' }, ({ path }) => ({
      contents: `throw new Error(${JSON.stringify(`${path} is not in this bundle`)});`,
    }));
    for (const [file, standIn] of Object.entries(standIns)) {
      const filter = new RegExp(`server/src/${file.replaceAll('.', '\\.')}$`);
      onLoad({ filter }, async ({ path }) => ({
        contents: await standIn(path),
        loader: 'js',
        resolveDir: join(rootFolder, 'server'),
      }));
    }
    onLoad({ filter: /[\\/](?:server|cli)[\\/]package\.json$/ }, ({ path }) => versionAlone(path));
  },
};
