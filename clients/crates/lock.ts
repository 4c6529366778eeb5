import { readFileSync } from 'node:fs';

/*
 * Cargo.lock without its `source = …` lines: like package-lock.json, it has every version and checksum but no registry.
 * cargo's own settings name the registry.
 */

const text = readFileSync(new URL('Cargo.lock', import.meta.url), 'utf8');

/** The locked version of a crate. */
export const lockedVersion = (name: string): string =>
  new RegExp(`^name = "${name}"\nversion = "([^"]+)"`, 'm').exec(text)?.[1] ?? '';

/** Completes the lock with a new one that cargo made from the same Cargo.toml. */
export const completeLock = (made: string): string => {
  const [source] = /^source = "registry.*$/m.exec(made) ?? [];
  if (source === undefined) throw new Error('cargo does not tell which registry it uses');
  return text.replaceAll(/^(?=checksum = )/gm, `${source}\n`);
};
