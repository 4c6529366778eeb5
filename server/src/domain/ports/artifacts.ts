import type { App } from '../model/app.ts';
import type { Artifact, StoredObject } from '../model/artifact.ts';
import type { Instant } from '../model/instant.ts';
import type { Release, ReleaseState } from '../model/release.ts';
import type { SignatureVerdict } from '../model/verdict.ts';

/** An artifact with the release and the app it belongs to. */
export interface ReleasedArtifact {
  app: App;
  release: Release;
  artifact: Artifact;
}

/** How an artifact and its release stand: all that decides whether its bytes are needed. */
export interface ArtifactStatus extends Pick<Artifact, 'id' | 'releaseId' | 'state' | 'sha256'> {
  app: string;
  releaseState: ReleaseState;
  touchedAt: Instant;
}

/** Artifacts, by where their bytes are. */
export interface Artifacts {
  /** An artifact of a release that is or was published; a draft's is not found. */
  findPlaced(releaseId: string, target: string): Promise<ReleasedArtifact | undefined>;
  /** Artifacts with kept bytes, by id, from after the given id. */
  listKept(after: string, limit: number): Promise<Artifact[]>;
  /** Which of these artifact ids belong to a release, and how it and they stand. */
  findArtifactStates(ids: string[]): Promise<Map<string, ArtifactStatus>>;
}

/** What may be changed of artifacts, inside a transaction. */
export interface ArtifactChanges {
  /** Inserts, or replaces all but the id of the artifact with that id. Throws Conflict when its target is taken. */
  putArtifact(artifact: Artifact): Promise<void>;
  /** Gives an artifact of a draft another id and forgets its upload: no storage key of the old id is ever used again. */
  renewArtifact(id: string, fresh: string): Promise<void>;
  /**
   * Keeps what was found of a signature, only while the artifact still has the bytes and the signature that were judged.
   * False otherwise.
   */
  keepVerdict(
    id: string,
    judged: Pick<Artifact, 'sha256' | 'signature'>,
    verdict: SignatureVerdict,
  ): Promise<boolean>;
  /** Active to pruned; false when it was not active. */
  pruneArtifact(id: string): Promise<boolean>;
  /** Puts on record that verified bytes now lie elsewhere; only while the record is still `from`. */
  rekeepArtifact(id: string, from: StoredObject, to: StoredObject): Promise<boolean>;
}
