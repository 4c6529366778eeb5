import type { App } from '../model/app.ts';
import type { Artifact, StoredObject } from '../model/artifact.ts';
import type { Instant } from '../model/instant.ts';
import type { Release, ReleaseState } from '../model/release.ts';
import type { SignatureVerdict } from '../model/signature-verdict.ts';

export interface ReleasedArtifact {
  app: App;
  release: Release;
  artifact: Artifact;
}

/** Everything that decides whether its bytes are needed. */
export interface ArtifactStatus extends Pick<Artifact, 'id' | 'releaseId' | 'state' | 'sha256'> {
  app: string;
  releaseState: ReleaseState;
  touchedAt: Instant;
}

export interface Artifacts {
  /** Finds artifacts of published or withdrawn releases, not of drafts. */
  findReleasedArtifact(releaseId: string, target: string): Promise<ReleasedArtifact | undefined>;
  /** Ordered by ID, starting after `after`. */
  listStored(after: string, limit: number): Promise<Artifact[]>;
  /** Leaves out IDs that belong to no release. */
  findArtifactStates(ids: string[]): Promise<Map<string, ArtifactStatus>>;
}

export interface ArtifactChanges {
  /** Inserts, or replaces everything but the ID. Throws Conflict if its target is taken. */
  putArtifact(artifact: Artifact): Promise<void>;
  /** Gives a draft's artifact a new ID and drops its upload; storage keys of the old ID are never used again. */
  replaceArtifactId(id: string, fresh: string): Promise<void>;
  /**
   * Stores a signature's verdict if the artifact still has the verified bytes and signature; otherwise returns false.
   */
  saveSignatureVerdict(
    id: string,
    verified: Pick<Artifact, 'sha256' | 'signature'>,
    verdict: SignatureVerdict,
  ): Promise<boolean>;
  /** False if it was not active. */
  pruneArtifact(id: string): Promise<boolean>;
  /** Records the new location of verified bytes, if the record still equals `from`. */
  updateStoredObject(id: string, from: StoredObject, to: StoredObject): Promise<boolean>;
}
