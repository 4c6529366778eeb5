import type { SkippedFile } from '@slipway/build-files/bundle.ts';
import type { PlanItem } from '@slipway/build-files/plan-item.ts';
import type { Digest } from '../upload/digest.ts';

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
  leftAside: SkippedFile[];
  /** What was hashed while the plan was weighed, by path. */
  digests: Map<string, Digest>;
}
