import type { SkippedFile } from '@slipway/build-files/bundle.ts';
import type { PlanItem } from '@slipway/build-files/plan-item.ts';
import type { Digest } from '../upload/digest.ts';

export interface Plan {
  app: string;
  channel: string;
  /** Set by a flag or the environment, not by a project file or by default. */
  isChannelExplicit?: boolean;
  version: string;
  /** The source of the version. */
  versionFrom: string;
  /** Undefined leaves the notes of a draft as they are. */
  notes: string | undefined;
  /** Notes from the build, used if the release has none. */
  builtNotes?: string | undefined;
  /** The original publication date of an imported release. */
  pubDate?: string | undefined;
  items: PlanItem[];
  skipped: SkippedFile[];
  /** Hashes that the preflight already computed, by path. */
  digests: Map<string, Digest>;
}
