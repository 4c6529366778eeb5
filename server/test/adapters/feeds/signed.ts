import type { Artifact } from '../../../src/domain/model/artifact.ts';
import type { Facts } from '../../../src/domain/model/artifact-facts.ts';
import { artifactOf } from './stage.ts';

/* Files as publishers of Sparkle and WinSparkle apps declare them. */

/** A file with a signature in Ed25519 format. */
export const signed = (
  target: string,
  format: string,
  { facts = {}, ...more }: Partial<Artifact> = {},
): Artifact => artifactOf(target, format, { signature: `${'A'.repeat(85)}w==`, facts, ...more });

export const universal = (facts: Facts = {}): Artifact => signed('darwin-universal', '.zip', { facts });

/** A delta to the universal file. */
export const deltaOf = (from: string | undefined, more: Partial<Artifact> = {}): Artifact =>
  signed(`darwin-universal.delta-${from}`, '.delta', {
    ...{ companionOf: 'darwin-universal', sizeBytes: 4096 },
    facts: from === undefined ? {} : { deltaFrom: from },
    ...more,
  });
