import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { copyFile, cp, mkdir, rename, symlink, writeFile } from 'node:fs/promises';
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/* A fresh Debian 12 in a folder, with Node.js and the repository. */

const repository = fileURLToPath(new URL('../../', import.meta.url));
/** Runs a command with a folder as its root. */
export const inRoot = fileURLToPath(new URL('in-root.sh', import.meta.url));
const packages = ['systemd', 'systemd-sysv', 'dbus', 'procps', 'ca-certificates', 'curl', 'nginx', 'caddy'];
/** The environment of a login shell there. */
export const loginEnv = {
  PATH: '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin',
  HOME: '/root',
  LANG: 'C.UTF-8',
};

/** Downloads the packages once: later runs find them next to node_modules. */
export const fetchPackagesTar = async (log: (line: string) => void): Promise<string> => {
  const tar = join(repository, 'node_modules/.cache/slipway-debian-12.tar');
  if (existsSync(tar)) return tar;
  log('fetching Debian 12 (once, two minutes) …');
  await mkdir(dirname(tar), { recursive: true });
  const args = ['--quiet', '--variant=apt', `--include=${packages.join(',')}`, 'bookworm', `${tar}.part.tar`];
  execFileSync('mmdebstrap', args, { stdio: ['ignore', 'ignore', 'inherit'] });
  await rename(`${tar}.part.tar`, tar);
  return tar;
};

/** Installer files, and this machine's network settings: certificates, resolver, npm's settings. */
const settle = async (root: string): Promise<void> => {
  await writeFile(join(root, 'etc/hosts'), '127.0.0.1 localhost\n::1 localhost\n');
  const own = ['/etc/ssl/certs/ca-certificates.crt', '/etc/resolv.conf'].map((file) => [file, file] as const);
  for (const [from, to] of [...own, [join(homedir(), '.npmrc'), '/root/.npmrc'] as const])
    if (existsSync(from)) await copyFile(from, join(root, to));
};

/** Node.js in /usr/local, as from its archive, without downloading it. */
export const installNode = async (root: string): Promise<void> => {
  const npm = dirname(
    dirname(execFileSync('sh', ['-c', 'readlink -f "$(command -v npm)"'], { encoding: 'utf8' })),
  );
  await copyFile(process.execPath, join(root, 'usr/local/bin/node'));
  await cp(npm, join(root, 'usr/local/lib/node_modules/npm'), { recursive: true });
  await symlink('../lib/node_modules/npm/bin/npm-cli.js', join(root, 'usr/local/bin/npm'));
  await symlink('../lib/node_modules/npm/bin/npx-cli.js', join(root, 'usr/local/bin/npx'));
};

const putRepository = async (root: string): Promise<void> => {
  await mkdir(join(root, 'opt/slipway'));
  const list = 'git ls-files -z --cached --others --exclude-standard';
  const copy = `${list} | tar -c --null --files-from=- | tar -x --no-same-owner -C "$1"`;
  execFileSync('bash', ['-euo', 'pipefail', '-c', copy, 'copy', join(root, 'opt/slipway')], {
    cwd: repository,
  });
};

/** Creates the folder: packages, Node.js, the repository in /opt/slipway. */
export const makeDebian = async (root: string, log: (line: string) => void): Promise<void> => {
  const tar = await fetchPackagesTar(log);
  await mkdir(root);
  execFileSync('tar', ['-xf', tar, '-C', root]);
  await settle(root);
  await installNode(root);
  await putRepository(root);
};

export const namespaces = ['--mount', '--pid', '--fork', '--kill-child', '--uts', '--ipc', '--cgroup'];

/** Runs a shell block in the folder before it is booted, with this machine's network. */
export const runBeforeBoot = (root: string, block: string): void => {
  const words = ['sh', inRoot, root, 'bash', '--norc', '-euo', 'pipefail', '-c', block];
  const { NODE_EXTRA_CA_CERTS } = process.env;
  const env = NODE_EXTRA_CA_CERTS === undefined ? loginEnv : { ...loginEnv, NODE_EXTRA_CA_CERTS };
  execFileSync('unshare', [...namespaces, ...words], { env, stdio: ['ignore', 'ignore', 'inherit'] });
};
