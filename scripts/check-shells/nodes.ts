import { execFile } from 'node:child_process';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';

/* Pinned versions of Node.js with their npm, each in its own folder. */

export interface InstalledNode {
  name: string;
  /** Whether the server package runs on it. */
  runsPackage: boolean;
  /** The folder of `node`, `npm` and `npx`, to put first on a PATH. */
  bin: string;
}

const versions = [
  { name: 'Node.js 20', runsPackage: false, node: '20.20.2', npm: '10.8.2' },
  { name: 'Node.js 24', runsPackage: true, node: '24.21.0', npm: '11.19.1' },
];

/** Installs both into a folder without running their scripts. */
export const installNodes = async (folder: string): Promise<InstalledNode[]> => {
  const system = process.platform === 'win32' ? 'win' : process.platform;
  const installed: InstalledNode[] = [];
  for (const { node, npm, ...named } of versions) {
    const prefix = join(folder, `node-${node}`);
    await mkdir(prefix, { recursive: true });
    const packages = [`node-${system}-${process.arch}@${node}`, `npm@${npm}`];
    const quiet = ['--prefer-offline', '--no-audit', '--no-fund', '--loglevel=error'];
    const options = ['--prefix', prefix, '--ignore-scripts', '--no-package-lock', ...quiet];
    await promisify(execFile)('npm', ['install', ...options, ...packages], { cwd: prefix });
    installed.push({ ...named, bin: join(prefix, 'node_modules', '.bin') });
  }
  return installed;
};
