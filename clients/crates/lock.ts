import { readFileSync } from 'node:fs';

/*
 * Cargo.lock without its lines `source = …`: it holds every version and checksum, and names no registry, as
 * package-lock.json does not. cargo itself tells where the packages come from on this machine.
 */

const text = readFileSync(new URL('Cargo.lock', import.meta.url), 'utf8');

/** The version of a crate that is locked. */
export const lockedVersion = (name: string): string =>
  new RegExp(`^name = "${name}"\nversion = "([^"]+)"`, 'm').exec(text)?.[1] ?? '';

/** The whole lock, given one that cargo has just made of the same Cargo.toml. */
export const completeLock = (made: string): string => {
  const [source] = /^source = "registry.*$/m.exec(made) ?? [];
  if (source === undefined) throw new Error('cargo does not tell which registry it uses');
  return text.replaceAll(/^(?=checksum = )/gm, `${source}\n`);
};
