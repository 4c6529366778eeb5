import { copyFile, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { build } from 'esbuild';
import { ensureDashboard } from '../../web/scripts/build.mjs';
import { embedPlugin } from './embed.ts';
import { collectLicenses } from './licences.ts';
import { rootFolder } from './root.ts';

/*
 * The service as a package without dependencies: nothing is fetched or built when it is installed. What only some
 * deployments need, PostgreSQL and S3, stays in chunks of its own that are read when they are used. White space and
 * names are kept, so that a stack in a log can be read.
 */

const entries = join(rootFolder, 'scripts', 'ship', 'entries');

/** Which Node.js the packed service needs; `slipway-server.cjs` says the same. */
export const requiredNodeRange = '>=24';

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

/** Writes the package that is packed and installed: `slipway-server.cjs`, the bundle, licences and a manifest. */
export const buildServer = async (outFolder: string): Promise<void> => {
  await rm(outFolder, { recursive: true, force: true });
  await mkdir(outFolder, { recursive: true });
  const { metafile } = await build({
    absWorkingDir: rootFolder,
    entryPoints: { server: join(entries, 'server.ts') },
    outdir: outFolder,
    bundle: true,
    splitting: true,
    format: 'esm',
    platform: 'node',
    target: 'node24',
    // What is imported by name on demand has to be an ES module: the names of a CommonJS one are not known here.
    mainFields: ['module', 'main'],
    minifySyntax: true,
    legalComments: 'none',
    metafile: true,
    chunkNames: 'chunks/[name]-[hash]',
    plugins: [embedPlugin],
    external: ['pg-native'],
    // CommonJS packages ask for Node's modules by `require`, which ES modules do not have.
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
