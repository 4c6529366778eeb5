// Installs what package-lock.json names and node_modules lacks, then builds the dashboard where it is not built or its
// sources changed: a fresh clone needs no step by hand. `service` is what the service needs, `cli` also what packs the
// command line; without a word, everything: tests and tools, too. What is there is added to, never deleted first, so that
// a service that runs from this folder goes on. Plain JavaScript, since it runs on whatever Node there is.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';

const root = new URL('..', import.meta.url);
const neededMajor = 24;

const packagesOf = (file) => {
  try {
    return JSON.parse(readFileSync(new URL(file, root), 'utf8')).packages;
  } catch {
    return undefined;
  }
};

const locked = packagesOf('package-lock.json') ?? {};
const installed = packagesOf('node_modules/.package-lock.json');

/** The one tool that packs the command line and builds the dashboard, and its part for this platform. */
const packer = 'node_modules/esbuild';
const packerHere = `node_modules/@esbuild/${process.platform}-${process.arch}`;

/** A package for another platform is rightly not there: whatever is optional is not missed. */
const isNeeded = ([path, { dev, optional, devOptional }], level) =>
  path === packerHere ||
  (!optional && !devOptional && (!dev || level === 'everything' || (level === 'cli' && path === packer)));

const isThere = ([path, { version }]) =>
  installed?.[path] !== undefined && installed[path].version === version && existsSync(new URL(path, root));

/** The Node that comes as a package: one for each platform, named in the lock with its checksum. */
const [system, ending] = process.platform === 'win32' ? ['win', '.exe'] : [process.platform, ''];
const packaged = new URL(`node_modules/node-${system}-${process.arch}/bin/node${ending}`, root);

/** This Node will do, or the one that comes as a package is there. */
const hasNode = () => Number(process.versions.node.split('.')[0]) >= neededMajor || existsSync(packaged);

const packages = Object.entries(locked).filter(([path]) => path.includes('node_modules/'));
const isComplete = (level) => hasNode() && packages.filter((entry) => isNeeded(entry, level)).every(isThere);

/** Keeps installed development tools: installing without them would remove them. */
const hasTools = packages.some(([path, { dev }]) => dev && installed?.[path] !== undefined);

// The lock says which bytes are meant: what lies in npm's cache need not be asked for again.
const quiet = ['--prefer-offline', '--no-audit', '--no-fund', '--no-progress', '--loglevel=error'];

const argsFor = (level) => {
  const less = level === 'service' && !hasTools ? ['--omit=dev'] : [];
  // Only beside what the service needs: where that is missing too, npm is asked for everything.
  if (level === 'cli' && isComplete('service'))
    return ['install', '--no-save', '--workspace', 'cli', ...quiet];
  // `npm ci` begins by deleting node_modules.
  if (installed !== undefined) return ['install', '--no-save', ...less, ...quiet];
  // The packages of the root alone bring a Node: where this one will do, they are left out.
  const shipped = ['api', 'server', 'cli', 'web'].flatMap((name) => ['--workspace', name]);
  const lean = less.length > 0 && hasNode() ? shipped : [];
  return ['ci', ...less, ...lean, ...quiet];
};

const parts = {
  service: 'what the service needs',
  cli: 'what packs the command line',
  everything: 'tests and tools, too',
};
const level = Object.hasOwn(parts, process.argv[2]) ? process.argv[2] : 'everything';
if (!isComplete(level)) {
  console.log(`Installing ${parts[level]} (once) …`);
  const { status } = spawnSync('npm', argsFor(level), {
    cwd: root,
    stdio: ['ignore', 'ignore', 'inherit'],
    shell: process.platform === 'win32',
  });
  if (status === 0 && !hasNode())
    console.error(
      `Slipway needs Node.js ${neededMajor}; this is ${process.version}, and it could not be had as a package.`,
    );
  if (status !== 0 || !hasNode()) process.exit(status === 0 ? 1 : (status ?? 1));
}

/**
 * Puts the packaged Node.js first on the PATH of npm scripts. npm 10 does not do so: the package of another platform, which
 * is not installed, takes the name `node` before it.
 */
const linkNode = () => {
  const isWindows = process.platform === 'win32';
  const command = new URL(`node_modules/.bin/node${isWindows ? '.cmd' : ''}`, root);
  if (!existsSync(packaged) || existsSync(command)) return;
  mkdirSync(new URL('.', command), { recursive: true });
  const folder = `node-${system}-${process.arch}`;
  if (isWindows) writeFileSync(command, `@"%~dp0\\..\\${folder}\\bin\\node.exe" %*\r\n`);
  else symlinkSync(`../${folder}/bin/node`, command);
};
linkNode();

/**
 * The Node.js 20 that tests run the packed CLI on. It is a project of its own, so that its `node` is never the one that npm
 * scripts run on. It is not needed to go on: a test that misses it says so.
 */
const oldNode = { lock: packagesOf('lab/node-20/package-lock.json'), folder: new URL('lab/node-20/', root) };
const oldNodePath = `node_modules/node-${system}-${process.arch}`;
const hasOldNode = () =>
  packagesOf('lab/node-20/node_modules/.package-lock.json')?.[oldNodePath]?.version ===
  oldNode.lock[oldNodePath].version;
if (level === 'everything' && oldNode.lock?.[oldNodePath] !== undefined && !hasOldNode())
  spawnSync('npm', ['ci', '--ignore-scripts', ...quiet], {
    cwd: oldNode.folder,
    stdio: ['ignore', 'ignore', 'inherit'],
    shell: process.platform === 'win32',
  });

/** Only looks at names, times and sizes where nothing changed. The service runs without a dashboard, too. */
const buildDashboard = async () => {
  try {
    const { isFresh } = await import('../web/scripts/sources.mjs');
    if (isFresh()) return;
    const { buildDashboard: build } = await import('../web/scripts/build.mjs');
    await build();
  } catch (error) {
    console.error(`The dashboard could not be built: ${error.message.split('\n', 1)[0]}`);
  }
};
if (existsSync(new URL('web/scripts', root))) await buildDashboard();
