import { copyFile, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { build } from 'esbuild';
import { ensureDashboard } from '../../web/scripts/build.mjs';
import { embedPlugin } from './embed.ts';
import { collectLicenses } from './licenses.ts';
import { rootFolder } from './root.ts';

/*
 * The server as a package without dependencies: an install downloads and builds nothing. PostgreSQL and S3 are separate
 * chunks, loaded only when used. The code is not minified, so that stack traces stay readable.
 */

const entries = join(rootFolder, 'scripts', 'ship', 'entries');

/** The Node.js version for the packed server; `slipway-server.cjs` has the same. */
export const requiredNodeRange = '>=24';

/**
 * Parts of the start in chunks of their own. V8 parses a chunk as a whole, and the C library keeps most of the memory
 * for that: 13 MB for one large chunk, wherever the compile cache can't be written.
 */
const separateChunks = Object.fromEntries(
  [
    ['fastify', 'node_modules/fastify/fastify.js'],
    ['find-my-way', 'node_modules/find-my-way/index.js'],
    ['pino', 'node_modules/pino/pino.js'],
    ['prom-client', 'node_modules/prom-client/index.js'],
    ['api', 'api/src/index.ts'],
    ['routes', 'server/src/http/route-table.ts'],
    ['domain', 'server/src/compose-domain.ts'],
    ['dashboard', 'server/src/http/dashboard/files.ts'],
  ].map(([name = '', path = '']) => [`chunks/${name}`, join(rootFolder, path)]),
);

const writeManifest = async (outFolder: string): Promise<void> => {
  const from = JSON.parse(await readFile(join(rootFolder, 'server', 'package.json'), 'utf8'));
  const { description } = JSON.parse(await readFile(join(rootFolder, 'package.json'), 'utf8'));
  const manifest = {
    name: from.name,
    version: from.version,
    description,
    license: from.license,
    type: 'module',
    bin: { 'slipway-server': 'slipway-server.cjs' },
    engines: { node: requiredNodeRange },
  };
  await writeFile(join(outFolder, 'package.json'), `${JSON.stringify(manifest, null, 2)}\n`);
};

/** Writes the package to pack: `slipway-server.cjs`, the bundle, licenses and a manifest. */
export const buildServer = async (outFolder: string): Promise<void> => {
  await rm(outFolder, { recursive: true, force: true });
  await mkdir(outFolder, { recursive: true });
  const { metafile } = await build({
    absWorkingDir: rootFolder,
    entryPoints: { server: join(entries, 'server.ts'), ...separateChunks },
    outdir: outFolder,
    bundle: true,
    splitting: true,
    format: 'esm',
    platform: 'node',
    target: 'node24',
    // Modules imported by name on demand must be ES modules: names of CommonJS exports are unknown here.
    mainFields: ['module', 'main'],
    minifySyntax: true,
    minifyWhitespace: true,
    lineLimit: 160,
    legalComments: 'none',
    metafile: true,
    chunkNames: 'chunks/[name]-[hash]',
    plugins: [embedPlugin],
    external: ['pg-native'],
    // CommonJS packages load Node's modules with `require`, which ES modules do not have.
    banner: {
      js: "import { createRequire as $require } from 'node:module'; const require = $require(import.meta.url);",
    },
    logLevel: 'warning',
  });
  await copyFile(join(entries, 'slipway-server.cjs'), join(outFolder, 'slipway-server.cjs'));
  await writeFile(
    join(outFolder, 'THIRD-PARTY-LICENCES.txt'),
    await collectLicenses(metafile, (await ensureDashboard()).packages),
  );
  for (const name of ['README.md', 'LICENSE']) await copyFile(join(rootFolder, name), join(outFolder, name));
  await writeManifest(outFolder);
};
