import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/* The oldest Node.js that the packed CLI supports. It comes from npm, see node-20/package.json. */

interface Manifest {
  optionalDependencies: Record<string, string>;
}

const manifest = JSON.parse(
  readFileSync(join(import.meta.dirname, 'node-20', 'package.json'), 'utf8'),
) as Manifest;

const [system, extension] = process.platform === 'win32' ? ['win', '.exe'] : [process.platform, ''];
const name = `node-${system}-${process.arch}`;

/** The path of its executable; undefined on a platform without such a package. */
export const findOldestNode = (): string | undefined => {
  if (manifest.optionalDependencies[name] === undefined) return undefined;
  const path = join(import.meta.dirname, 'node-20', 'node_modules', name, 'bin', `node${extension}`);
  if (!existsSync(path)) throw new Error(`${name} is not installed: run npm run check.`);
  return path;
};
