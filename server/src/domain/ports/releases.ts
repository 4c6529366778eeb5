import type { StoredObject } from '../model/artifact.ts';
import type { Instant } from '../model/instant.ts';
import type { Policy } from '../model/policy.ts';
import type { Provenance } from '../model/provenance.ts';
import type { PublishedVersion } from '../model/published-version.ts';
import type { Release, ReleaseState, ReleaseWithArtifacts } from '../model/release.ts';
import type { Page, PageRequest } from './page.ts';

/** Leaves out a release, or one target of it. */
export interface ReleaseExclusion {
  releaseId: string;
  target?: string | undefined;
}

export interface ReleaseFilter {
  channel?: string | undefined;
  state?: ReleaseState | undefined;
  /** A case-insensitive substring of the version. */
  version?: string | undefined;
}

export interface Releases {
  findRelease(app: string, id: string): Promise<ReleaseWithArtifacts | undefined>;
  findReleaseByVersion(
    app: string,
    channel: string,
    version: string,
  ): Promise<ReleaseWithArtifacts | undefined>;
  /** In no particular order. */
  listByVersions(app: string, channel: string, versions: readonly string[]): Promise<ReleaseWithArtifacts[]>;
  /** Published or withdrawn, in any channel. */
  listByVersion(app: string, version: string): Promise<ReleaseWithArtifacts[]>;
  /** Newest creation first, drafts included. A page ends early at `readBytes`. */
  listReleases(app: string, filter: PageRequest & ReleaseFilter): Promise<Page<ReleaseWithArtifacts>>;
  /**
   * Last published first. `withdrawn` includes withdrawn ones in order; `before` is a sequence. Ends early at
   * `historyBytes`.
   */
  listPublished(
    app: string,
    filter: {
      channel?: string | undefined;
      limit: number;
      withdrawn?: boolean;
      before?: number | undefined;
    },
  ): Promise<ReleaseWithArtifacts[]>;
  /**
   * Candidates for the decision: per channel the last published release for everyone; per channel and target the newest
   * active ones without a gate, with each gate and with an unfinished rollout; milestones. Above `siteBytes` some are
   * left out; releases for everyone go last, and milestones before them. `without` excludes a release.
   */
  listCandidates(app: string, without?: ReleaseExclusion): Promise<ReleaseWithArtifacts[]>;
  /** Published or withdrawn, last published first; at most `bounds.knownVersions`. */
  listVersions(app: string): Promise<PublishedVersion[]>;
  countDrafts(app: string): Promise<number>;
  /** Whether the channel has a published release for everyone, optionally before a sequence. */
  hasFullyReleased(app: string, channel: string, before: number | undefined): Promise<boolean>;
  /** Includes drafts and withdrawn releases. */
  countMilestones(app: string, channel: string): Promise<number>;
  /** Whether anything was ever published. */
  hasPublished(app: string): Promise<boolean>;
}

/** Each method changes a release only from the expected state. */
export interface ReleaseChanges {
  /** Throws Conflict if app, channel and version exist. */
  insertRelease(release: Release): Promise<void>;
  updateNotes(id: string, notes: string): Promise<void>;
  setPolicy(id: string, policy: Policy): Promise<void>;
  /** Records activity and increments the revision; false if it is not a draft. */
  touchDraft(id: string, at: Instant): Promise<boolean>;
  /** Publishes a draft of exactly that revision and activates its artifacts; otherwise returns false. */
  publishDraft(
    id: string,
    publication: {
      revision: number;
      at: Instant;
      sequence: number;
      stored: Map<string, StoredObject & { uploadedAt: Instant }>;
      via?: Provenance | undefined;
      /** The actor's display name. */
      by?: string | undefined;
    },
  ): Promise<boolean>;
  /** Switches between published and withdrawn; false if it is not in the other state. */
  setWithdrawn(
    id: string,
    withdrawal: { at: Instant; reason: string; by?: string } | undefined,
  ): Promise<boolean>;
  /** False if it is not a draft. */
  deleteDraft(id: string): Promise<boolean>;
}
