import type { Bundle, Facts } from './bundle.ts';

/** One artifact to be: which file goes to which target, with which signature. */
export interface PlanItem {
  target: string;
  path: string;
  format: string;
  sizeBytes: number;
  signature: string | undefined;
  /** The file that the signature was read from. */
  signaturePath: string | undefined;
  bundle: Bundle;
  /** What its updater needs to know of it. */
  facts: Facts;
  /** The target that it goes with, where it is no file to offer by itself. */
  companionOf?: string;
}

/** The hashes beside SHA-256 that go with a file. */
export const requiredHashes = ({ facts }: PlanItem): { sha512: boolean; sha1: boolean } => ({
  sha512: facts.sha512 !== undefined,
  sha1: facts.sha1 !== undefined,
});
