import type { Bundle, Facts } from './bundle.ts';

/** A planned artifact: a file, its target, and its signature. */
export interface PlanItem {
  target: string;
  path: string;
  format: string;
  sizeBytes: number;
  signature: string | undefined;
  signaturePath: string | undefined;
  bundle: Bundle;
  /** File details that the updater needs. */
  facts: Facts;
  /** The target of the main file, if this file is only offered together with it. */
  companionOf?: string;
}

/** Hashes to compute in addition to SHA-256. */
export const requiredHashes = ({ facts }: PlanItem): { sha512: boolean; sha1: boolean } => ({
  sha512: facts.sha512 !== undefined,
  sha1: facts.sha1 !== undefined,
});
