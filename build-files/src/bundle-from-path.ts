import type { Bundle, Facts } from './bundle.ts';
import { toSafeFileName } from './file-name.ts';
import { formatOf } from './format.ts';
import { baseName } from './path.ts';

/** Squirrel and Velopack clients find a package by name and compare its SHA-1, which the upload computes. */
const packageFacts = (path: string): Facts => ({
  fileName: toSafeFileName(baseName(path)),
  sha1: '0'.repeat(40),
});

export const bundleFromPath = (path: string): Bundle => ({
  path,
  format: formatOf(path),
  ...(path.endsWith('.nupkg') ? { facts: packageFacts(path) } : {}),
  os: undefined,
  kind: '',
  arches: [],
  primary: true,
  version: undefined,
  origin: 'given',
});
