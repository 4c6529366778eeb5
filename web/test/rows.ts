import { bundleFromPath } from '@slipway/build-files/bundle-from-path.ts';
import type { UploadRow } from '../src/upload/job.ts';

/** An upload row for a target. */
export const row = (target: string, overrides: Partial<UploadRow> = {}): UploadRow => ({
  id: target.length,
  file: { size: 200_000_000, name: 'a' } as File,
  phase: 'ready',
  bytes: 0,
  bytesPerSecond: undefined,
  hashes: { sha256: 'c'.repeat(64), sha512: undefined, sha1: undefined },
  error: undefined,
  item: {
    target,
    path: `build/Lantern_1.6.0_${target}.AppImage`,
    format: '.AppImage',
    sizeBytes: 200_000_000,
    signature: undefined,
    signaturePath: undefined,
    bundle: bundleFromPath('a.AppImage'),
    facts: {},
  },
  ...overrides,
});
