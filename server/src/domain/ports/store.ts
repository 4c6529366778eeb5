import type { App, Domain } from '../nouns/app.ts';
import type { Artifact, Kept } from '../nouns/artifact.ts';
import type { Channel } from '../nouns/channel.ts';
import type { AuditEntry, RecordedEvent } from '../nouns/event.ts';
import type { Day, Instant, Month } from '../nouns/instant.ts';
import type { Key } from '../nouns/key.ts';
import type { Release, ReleaseState, ReleaseWithArtifacts } from '../nouns/release.ts';
import type { UsageBatch, UsageRow } from '../nouns/usage.ts';

/*
 * Where everything but bytes is kept. The store returns candidates and refuses duplicates; it decides nothing.
 * Every method throws Refusal 'database-unavailable' when the database is away.
 */

export interface Page<T> {
  items: T[];
  /** Pass it as `cursor` to go on; undefined at the end. A cursor the store did not make reads as the beginning. */
  next: string | undefined;
}

export interface PageRequest {
  limit: number;
  cursor?: string | undefined;
}

/** An artifact with the release and the app it belongs to. */
export interface Placed {
  app: App;
  release: Release;
  artifact: Artifact;
}

/** How an artifact and its release stand: all that decides whether its bytes are needed. */
export interface ArtifactStanding extends Pick<Artifact, 'id' | 'releaseId' | 'state' | 'sha256'> {
  app: string;
  releaseState: ReleaseState;
  touchedAt: Instant;
}

export interface Reads {
  findApp(slug: string): Promise<App | undefined>;
  findAppByPublicSlug(publicSlug: string): Promise<App | undefined>;
  findAppByDomain(domain: string): Promise<App | undefined>;
  /** By slug. */
  listApps(page: PageRequest): Promise<Page<App>>;

  findChannel(app: string, name: string): Promise<Channel | undefined>;
  /** By name. */
  listChannels(app: string): Promise<Channel[]>;

  findKey(id: string): Promise<Key | undefined>;
  /** In order of creation, revoked ones included. */
  listKeys(app: string): Promise<Key[]>;

  /** By name. */
  listDomains(app: string): Promise<Domain[]>;

  findRelease(app: string, id: string): Promise<ReleaseWithArtifacts | undefined>;
  findReleaseByVersion(
    app: string,
    channel: string,
    version: string,
  ): Promise<ReleaseWithArtifacts | undefined>;
  /** Newest creation first, drafts included. */
  listReleases(
    app: string,
    filter: PageRequest & { channel?: string | undefined; state?: ReleaseState | undefined },
  ): Promise<Page<ReleaseWithArtifacts>>;
  /** Published ones, last published first; with `withdrawn`, those too, in their places; `before` a sequence. */
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
   * What the decision may choose from, bounded: for each channel its last published release, and for each channel and
   * target those that have it active, from the newest down to the first that is for everyone.
   */
  listCandidates(app: string): Promise<ReleaseWithArtifacts[]>;
  /** Whether anything was ever published. */
  hasPublished(app: string): Promise<boolean>;

  /** An artifact of a release that is or was published; a draft's is not found. */
  findPlaced(releaseId: string, target: string): Promise<Placed | undefined>;
  /** Artifacts with kept bytes, by id, from after the given id. */
  listKept(after: string, limit: number): Promise<Artifact[]>;
  /** Which of these artifact ids belong to a release, and how it and they stand. */
  findArtifactStates(ids: string[]): Promise<Map<string, ArtifactStanding>>;

  /** By day, release, target; days inclusive. */
  listUsage(app: string, from: Day, to: Day): Promise<(UsageRow & { version: string })[]>;
  monthBytes(app: string, month: Month): Promise<number>;

  /** Newest first. */
  listAudit(app: string, page: PageRequest): Promise<Page<AuditEntry>>;

  findSetting(name: string): Promise<string | undefined>;
}

export interface Transaction extends Reads {
  /** The app, its changes kept waiting until this one is done: what is read after it stays true to the end. */
  lockApp(slug: string): Promise<App | undefined>;
  /** Says that what the public sees of an app changed, and gives its place in the order of changes. Grows. */
  raiseGeneration(app: string): Promise<number>;

  /** Throws Conflict when slug or public slug is taken. */
  insertApp(app: App): Promise<void>;
  updateApp(slug: string, change: Partial<Pick<App, 'name' | 'adapter' | 'allowanceBytes'>>): Promise<void>;
  /** With its channels, keys, domains and drafts; the audit log stays. */
  deleteApp(slug: string): Promise<void>;

  /** Throws Conflict when it exists. */
  insertChannel(channel: Channel): Promise<void>;
  updateChannel(app: string, name: string, active: boolean): Promise<void>;

  insertKey(key: Key): Promise<void>;
  /** False when it was revoked before. */
  revokeKey(id: string, at: Instant): Promise<boolean>;

  /** Throws Conflict when any app has it. */
  insertDomain(domain: Domain): Promise<void>;
  /** False when there was none. */
  deleteDomain(app: string, domain: string): Promise<boolean>;

  /** Throws Conflict when app, channel and version exist. */
  insertRelease(release: Release): Promise<void>;
  updateNotes(id: string, notes: string): Promise<void>;
  /** Notes that the draft was worked on and raises its revision; false when it is no draft. */
  touchDraft(id: string, at: Instant): Promise<boolean>;
  /** Inserts, or replaces all but the id of the artifact with that id. Throws Conflict when its target is taken. */
  putArtifact(artifact: Artifact): Promise<void>;
  /** Gives an artifact of a draft another id and forgets its upload: no storage key of the old id is ever used again. */
  renewArtifact(id: string, fresh: string): Promise<void>;
  /** Draft to published, only while it is a draft of that revision; makes its artifacts active. False otherwise. */
  publishDraft(
    id: string,
    publication: {
      revision: number;
      at: Instant;
      sequence: number;
      kept: Map<string, Kept & { uploadedAt: Instant }>;
    },
  ): Promise<boolean>;
  /** Between published and withdrawn; false when it is not in the other state. */
  setWithdrawn(id: string, withdrawal: { at: Instant; reason: string } | undefined): Promise<boolean>;
  /** False when it is no draft. */
  deleteDraft(id: string): Promise<boolean>;
  /** Active to pruned; false when it was not active. */
  pruneArtifact(id: string): Promise<boolean>;
  /** Puts on record that verified bytes now lie elsewhere; only while the record is still `from`. */
  rekeepArtifact(id: string, from: Kept, to: Kept): Promise<boolean>;

  recordEvent(event: RecordedEvent): Promise<void>;
  /** Keeps the first value that anyone gives a name, and returns it. */
  claimSetting(name: string, value: string): Promise<string>;
  replaceSetting(name: string, value: string): Promise<void>;
}

export interface Store extends Reads {
  /** Runs the change in one transaction; what it throws rolls it back and is thrown on. Durable when it resolves. */
  transaction<T>(change: (tx: Transaction) => Promise<T>): Promise<T>;
  /** Adds a batch to usage once, however often it is sent. */
  addUsage(batch: UsageBatch): Promise<void>;
  /** Notes when keys were last used: one write for many keys, never going back. */
  touchKeys(lastUsed: Map<string, Instant>): Promise<void>;
  /** Forgets the batch marks of nodes that have not written since. */
  forgetNodes(before: Instant): Promise<void>;
  /**
   * Calls back with the slugs of apps whose generation was raised, by this node before its transaction resolves,
   * by others soon after; with undefined when changes may have been missed and everything seen is in doubt.
   */
  watch(onChange: (apps: readonly string[] | undefined) => void): void;
  /** Resolves when the watchers know of everything that was committed before the call. */
  catchUp(): Promise<void>;
  /** Resolves when the database answers. */
  ping(): Promise<void>;
  close(): Promise<void>;
}
