import { execFile } from 'node:child_process';
import { chmod, copyFile, mkdir, mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { Script } from 'node:vm';
import { gzipSync } from 'node:zlib';
import { build, type Metafile } from 'esbuild';
import { ensureDashboard } from '../../web/scripts/build.mjs';
import { embedPlugin } from './embed.ts';
import { collectLicenses } from './licenses.ts';
import { rootFolder } from './root.ts';

/*
 * Server and CLI as one self-contained file: a copy of the current Node.js with the bundles inside
 * (nodejs.org/api/single-executable-applications). Each half is one CommonJS script, since there are no other files to
 * import.
 */

const run = promisify(execFile);

/** Node's resource name and fuse, defined by Node itself. */
const place = 'NODE_SEA_BLOB';
const fuse = 'NODE_SEA_FUSE_fce680ab2cc467b6e072b8b5df1996b2';

const entries = join(rootFolder, 'scripts', 'ship', 'entries');

const bundle = (entry: string, outfile: string) =>
  build({
    absWorkingDir: rootFolder,
    entryPoints: [join(entries, entry)],
    outfile,
    bundle: true,
    format: 'cjs',
    platform: 'node',
    target: 'node24',
    minifySyntax: true,
    minifyWhitespace: true,
    lineLimit: 160,
    legalComments: 'none',
    metafile: true,
    plugins: [embedPlugin],
    external: ['pg-native'],
    // With a code cache, a script must not use import(), not even for Node's own modules.
    supported: { 'dynamic-import': false },
    logLevel: 'warning',
    logOverride: { 'empty-import-meta': 'error' },
  });

/** Bundles the server or the CLI as a function of `require`, with V8's code cache; returns its inputs. */
const bundleHalf = async (half: 'server' | 'cli', folder: string): Promise<Metafile['inputs']> => {
  const path = join(folder, half);
  const { metafile } = await bundle(`executable-${half}.ts`, path);
  const source = `(function(require){const exports={},module={exports};${await readFile(path, 'latin1')}\n})`;
  if (/[^\0-\x7f]/.test(source)) throw new Error(`the bundle of the ${half} has characters beyond ASCII`);
  await writeFile(path, gzipSync(source));
  await writeFile(
    `${path}-cache`,
    new Script(source, { filename: `slipway-${half}.cjs` }).createCachedData(),
  );
  return metafile.inputs;
};

/** The executable contains Node.js, too. */
const readNodeLicense = (): Promise<string> =>
  readFile(join(dirname(process.execPath), '..', 'LICENSE'), 'utf8').catch(
    () => `Node.js ${process.version}: its licence is at github.com/nodejs/node.`,
  );

/** Relative paths, so that no local path is in the executable. */
const settings = {
  main: 'slipway.cjs',
  output: 'blob',
  disableExperimentalSEAWarning: true,
  useCodeCache: true,
  assets: Object.fromEntries(
    ['licences', 'server', 'server-cache', 'cli', 'cli-cache'].map((name) => [name, name]),
  ),
};

const prepare = async (folder: string): Promise<string> => {
  await bundle('executable.ts', join(folder, settings.main));
  const inputs = { ...(await bundleHalf('server', folder)), ...(await bundleHalf('cli', folder)) };
  const licenses = await collectLicenses({ inputs, outputs: {} }, (await ensureDashboard()).packages);
  const texts = [licenses, await readNodeLicense()];
  await writeFile(join(folder, 'licences'), texts.join(`\n${'-'.repeat(80)}\n\n`));
  await writeFile(join(folder, 'config.json'), JSON.stringify(settings));
  await run(process.execPath, ['--experimental-sea-config', 'config.json'], { cwd: folder });
  return join(folder, settings.output);
};

const inject = async (executable: string, blob: string): Promise<void> => {
  const postject = fileURLToPath(import.meta.resolve('postject/dist/cli.js'));
  const isMac = process.platform === 'darwin';
  // macOS rejects an executable with an invalid signature: the copied one is replaced by an ad-hoc one.
  if (isMac) await run('codesign', ['--remove-signature', executable]);
  const segment = isMac ? ['--macho-segment-name', 'NODE_SEA'] : [];
  await run(process.execPath, [postject, executable, place, blob, '--sentinel-fuse', fuse, ...segment]);
  if (isMac) await run('codesign', ['--sign', '-', executable]);
};

/** Builds the executable for the current platform and returns its path. */
export const buildExecutable = async (intoFolder: string): Promise<string> => {
  const folder = await mkdtemp(join(tmpdir(), 'slipway-executable-'));
  const name = process.platform === 'win32' ? 'slipway.exe' : 'slipway';
  try {
    const blob = await prepare(folder);
    await mkdir(intoFolder, { recursive: true });
    const made = join(intoFolder, `.${name}-${process.pid}`);
    try {
      await copyFile(process.execPath, made);
      await chmod(made, 0o755);
      await inject(made, blob);
      // Atomic: running copies of the earlier one continue, and nobody runs half a file.
      await rename(made, join(intoFolder, name));
    } finally {
      await rm(made, { force: true });
    }
    return join(intoFolder, name);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
};
