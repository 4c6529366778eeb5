import { cp, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build as bundle } from 'esbuild';
import { collectLicenses } from '../../scripts/ship/licenses.ts';

/*
 * Bundles the command line into a package without dependencies: type stripping refuses files under node_modules,
 * and one file starts faster than three hundred. What a command needs only sometimes stays in chunks of its own.
 */

const cliFolder = join(dirname(fileURLToPath(import.meta.url)), '..');
const rootFolder = join(cliFolder, '..');

const writeManifest = async (outFolder: string): Promise<void> => {
  const { name, version, description, license } = JSON.parse(
    await readFile(join(cliFolder, 'package.json'), 'utf8'),
  ) as Record<string, string>;
  const manifest = {
    name,
    version,
    description,
    license,
    type: 'module',
    bin: { slipway: 'slipway.js' },
    engines: { node: '>=20.12' },
  };
  await writeFile(join(outFolder, 'package.json'), `${JSON.stringify(manifest, null, 2)}\n`);
};

/** Writes the package that is packed and installed: `slipway.js`, its chunks, licenses and a manifest. */
export const build = async (outFolder: string): Promise<void> => {
  await rm(outFolder, { recursive: true, force: true });
  await mkdir(outFolder, { recursive: true });
  const { metafile } = await bundle({
    absWorkingDir: rootFolder,
    entryPoints: { slipway: join(cliFolder, 'src', 'main.ts') },
    outdir: outFolder,
    bundle: true,
    splitting: true,
    format: 'esm',
    platform: 'node',
    target: 'node20.12',
    minifySyntax: true,
    minifyWhitespace: true,
    keepNames: true,
    legalComments: 'none',
    metafile: true,
    chunkNames: 'chunks/[name]-[hash]',
    // CommonJS packages ask for Node's modules by `require`, which ES modules do not have.
    banner: {
      js: "import { createRequire as $require } from 'node:module'; const require = $require(import.meta.url);",
    },
    logLevel: 'warning',
  });
  await writeFile(join(outFolder, 'THIRD-PARTY-LICENCES.txt'), await collectLicenses(metafile));
  await writeManifest(outFolder);
  await cp(join(rootFolder, 'docs', 'reference', 'cli.md'), join(outFolder, 'README.md')).catch(() => {});
};
