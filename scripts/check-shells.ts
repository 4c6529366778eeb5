import { spawnSync } from 'node:child_process';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { openFolder } from '../lab/folder.ts';
import { freePorts } from '../lab/free-port.ts';
import { copyRepository, repository } from '../lab/repository.ts';
import { installNodes } from './check-shells/nodes.ts';
import { pasteOtherBlocks } from './check-shells/other-blocks.ts';
import { installMethods, pasteQuickStart } from './check-shells/quick-start.ts';
import { assertCommentsReachShell, type ShellName, shells } from './check-shells/shell.ts';

/*
 * Pastes the README's blocks into bash and zsh, in fresh clones on Node.js 20 and 24, then runs every command of the
 * packed CLI on both. Not part of the tests: it installs zsh from Debian if missing, and takes minutes.
 */

const say = (line: string): void => {
  process.stdout.write(`${line}\n`);
};

const hasCommand = (name: string): boolean => spawnSync(name, ['--version']).error === undefined;

const ensureZsh = (): void => {
  if (hasCommand('zsh')) return;
  say('installing zsh');
  spawnSync('apt-get', ['install', '--yes', '--no-install-recommends', 'zsh'], { stdio: 'inherit' });
  if (hasCommand('zsh')) return;
  say('This needs zsh. Debian has it: apt-get install zsh');
  process.exit(2);
};

const npmSetting = (name: string): string =>
  spawnSync('npm', ['config', 'get', name], { encoding: 'utf8' }).stdout.trim();

ensureZsh();
const folder = await openFolder('shells');
const npmEnv = {
  npm_config_cache: npmSetting('cache'),
  npm_config_registry: npmSetting('registry'),
  npm_config_update_notifier: 'false',
  npm_config_prefer_offline: 'true',
  ...(process.env.NODE_EXTRA_CA_CERTS ? { NODE_EXTRA_CA_CERTS: process.env.NODE_EXTRA_CA_CERTS } : {}),
};
const began = performance.now();
const names = Object.keys(shells) as ShellName[];
const systemPath = '/usr/local/bin:/usr/bin:/bin';

for (const shell of names) {
  const own = join(folder.path, `words-${shell}`);
  await mkdir(own);
  if (
    shell === 'zsh' &&
    (await assertCommentsReachShell(shell, { cwd: own, env: { HOME: own, PATH: systemPath } }))
  )
    throw new Error('This zsh drops comments even in a terminal: nothing would be tested.');
  const count = await pasteOtherBlocks(shell, { folder: own, env: {} });
  say(`${shell}: ${count} blocks of the README run the words that they show`);
}

const visits = (await installNodes(folder.path)).flatMap((node) => names.map((shell) => ({ node, shell })));
for (const [index, { node, shell }] of visits.entries()) {
  const own = join(folder.path, `visit-${index}`);
  const clone = join(own, 'slipway');
  await mkdir(join(own, 'home'), { recursive: true });
  // The global install folder: Node.js from npm has none.
  const prefix = join(own, 'global');
  await mkdir(join(prefix, 'lib'), { recursive: true });
  await copyRepository(clone);
  const [port = 0, uploadPort = 0] = await freePorts(2);
  const env = {
    ...{ ...npmEnv, npm_config_prefix: prefix, HOME: join(own, 'home'), PATH: `${node.bin}:${systemPath}` },
    ...{ PORT: `${port}`, SLIPWAY_UPLOAD_PORT: `${uploadPort}` },
  };
  const address = `http://localhost:${port}`;
  say(`${node.name}, ${shell}, in a fresh clone:`);
  const first = installMethods[index % installMethods.length] ?? 'binary';
  const { runsPackage } = node;
  const visit = { shell, clone, env, runsPackage, address, say: (line: string) => say(`  ${line}`) };
  await pasteQuickStart(visit, first);
}

say('every command of the packed CLI, on both:');
const { status } = spawnSync(process.execPath, ['--test', 'cli/test/node-versions.test.ts'], {
  cwd: repository,
  stdio: 'inherit',
});
await folder.remove();
say(
  `${status === 0 ? 'All of it holds' : 'It does not hold'}, after ${((performance.now() - began) / 1000).toFixed(0)} s.`,
);
process.exit(status ?? 1);
