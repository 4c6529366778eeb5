import type { StoredObject } from '../model/artifact.ts';
import type { Instant } from '../model/instant.ts';
import type { Policy } from '../model/policy.ts';
import type { Provenance } from '../model/provenance.ts';
import type { PublishedVersion } from '../model/published-version.ts';
import type { Release, ReleaseState, ReleaseWithArtifacts } from '../model/release.ts';
import type { Page, PageRequest } from './page.ts';

/** A release to look away from, or one target of it. */
export interface ReleaseExclusion {
  releaseId: string;
  target?: string | undefined;
}

/** Releases with their artifacts. They are given as candidates: the domain decides. */
/** Which releases are listed. */
export interface ReleaseFilter {
  channel?: string | undefined;
  state?: ReleaseState | undefined;
  /** Only versions that contain this text, in either case. */
  version?: string | undefined;
}

export interface Releases {
  findRelease(app: string, id: string): Promise<ReleaseWithArtifacts | undefined>;
  findReleaseByVersion(
    app: string,
    channel: string,
    version: string,
  ): Promise<ReleaseWithArtifacts | undefined>;
  /** Those of a channel that have one of these versions, in no order. */
  listOfVersions(app: string, channel: string, versions: readonly string[]): Promise<ReleaseWithArtifacts[]>;
  /** Those of a version in any channel that are or were published. */
  listByVersion(app: string, version: string): Promise<ReleaseWithArtifacts[]>;
  /** Newest creation first, drafts included. A page ends early where its releases come to `readBytes`. */
  listReleases(app: string, filter: PageRequest & ReleaseFilter): Promise<Page<ReleaseWithArtifacts>>;
  /**
   * Published ones, last published first; with `withdrawn`, those too, in their places; `before` a sequence. Ends early
   * where they come to `historyBytes`.
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
   * What the decision may choose from, bounded: for each channel its last published release that is for everyone; for
   * each channel and target the newest that have it active without a gate, with each gate and with an unfinished
   * rollout; milestones. Where they come to more than `siteBytes`, what is for everyone is the last to be left out, and
   * before that milestones. `without`: what it may choose from were that not offered.
   */
  listCandidates(app: string, without?: ReleaseExclusion): Promise<ReleaseWithArtifacts[]>;
  /** Versions that are or were published, last published first, `bounds.knownVersions` at most. */
  listVersions(app: string): Promise<PublishedVersion[]>;
  countDrafts(app: string): Promise<number>;
  /** Whether a channel has a published release that is for everyone, published before that sequence if one is given. */
  hasForEveryone(app: string, channel: string, before: number | undefined): Promise<boolean>;
  /** Of a channel, drafts and withdrawn ones included. */
  countMilestones(app: string, channel: string): Promise<number>;
  /** Whether anything was ever published. */
  hasPublished(app: string): Promise<boolean>;
}

/** What may be changed of releases, inside a transaction: each moves on only from the state it expects. */
export interface ReleaseChanges {
  /** Throws Conflict when app, channel and version exist. */
  insertRelease(release: Release): Promise<void>;
  updateNotes(id: string, notes: string): Promise<void>;
  setPolicy(id: string, policy: Policy): Promise<void>;
  /** Notes that the draft was worked on and raises its revision; false when it is no draft. */
  touchDraft(id: string, at: Instant): Promise<boolean>;
  /** Draft to published, only while it is a draft of that revision; makes its artifacts active. False otherwise. */
  publishDraft(
    id: string,
    publication: {
      revision: number;
      at: Instant;
      sequence: number;
      kept: Map<string, StoredObject & { uploadedAt: Instant }>;
      via?: Provenance | undefined;
      /** Who does it, by a name for people. */
      by?: string | undefined;
    },
  ): Promise<boolean>;
  /** Between published and withdrawn; false when it is not in the other state. */
  setWithdrawn(
    id: string,
    withdrawal: { at: Instant; reason: string; by?: string } | undefined,
  ): Promise<boolean>;
  /** False when it is no draft. */
  deleteDraft(id: string): Promise<boolean>;
}
