import type { Bundle, Facts, LeftAside } from '../discover/bundle.ts';
import type { Digest } from './digest.ts';

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

export interface Plan {
  app: string;
  channel: string;
  /** Whether it was named for this run, and not only by a project file or by nobody. */
  isChannelTold?: boolean;
  version: string;
  /** Where the version was read. */
  versionFrom: string;
  /** Undefined leaves the notes of a draft as they are. */
  notes: string | undefined;
  /** Notes that the build brings, for a release that has none. */
  builtNotes?: string | undefined;
  /** When it was first published, where that was elsewhere and before. */
  pubDate?: string | undefined;
  items: PlanItem[];
  leftAside: LeftAside[];
  /** What was hashed while the plan was weighed, by path. */
  digests: Map<string, Digest>;
}

/** The hashes beside SHA-256 that go with a file. */
export const wantedOf = ({ facts }: PlanItem): { sha512: boolean; sha1: boolean } => ({
  sha512: facts.sha512 !== undefined,
  sha1: facts.sha1 !== undefined,
});
