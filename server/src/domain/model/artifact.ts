import { type Digests, digestsOf, type Facts } from './artifact-facts.ts';
import type { Instant } from './instant.ts';
import type { SignatureVerdict } from './signature-verdict.ts';

export type ArtifactState = 'declared' | 'active' | 'pruned';

/** The bytes of a release for one target. After publishing only the state changes. */
export interface Artifact {
  id: string;
  releaseId: string;
  target: string;
  format: string;
  sizeBytes: number;
  /** Lowercase hex. */
  sha256: string;
  signature: string | undefined;
  contentType: string | undefined;
  /** The target of the main artifact, if this is a block map, a delta or the like. */
  companionOf: string | undefined;
  /** Declared facts that only some updaters need. */
  facts: Facts;
  state: ArtifactState;
  uploadedAt: Instant | undefined;
  /** The running multipart upload, if any. */
  uploadId: string | undefined;
  /** Set by publish. */
  stored: StoredObject | undefined;
  /** Set if the signature was verified together with the bytes. */
  verdict?: SignatureVerdict | undefined;
}

const isAlike = (a: unknown, b: unknown): boolean => {
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return a === b;
  const names = new Set([...Object.keys(a), ...Object.keys(b)]) as Set<keyof typeof a & keyof typeof b>;
  return [...names].every((name) => isAlike(a[name], b[name]));
};

/** Whether redeclaring changes nothing. */
export const isSameArtifact = (before: Artifact, after: Artifact): boolean => isAlike(before, after);

/** A storage location, with a seal to detect later changes. */
export interface StoredObject {
  /** The name of the storage. */
  store: string;
  /** The storage's fingerprint at verification: an ETag, or a file's size, times and inode. */
  seal: string;
}

/** All that a storage knows about an artifact. */
export interface BlobContent {
  /** The key for uploads. It contains size and hash, so that an older declaration's URL cannot write to it. */
  stagedKey: string;
  /** The key for downloads. It never gets an upload URL and is never shared. */
  storedKey: string;
  sizeBytes: number;
  sha256: string;
  /** Further hashes to verify during the upload. */
  digests: Digests;
  contentType: string;
  /** The app, for a storage that takes uploads itself and limits them per app. */
  app?: string;
}

/** Clients are never offered companions by themselves. */
export const isMain = ({ companionOf }: { companionOf?: string | undefined }): boolean =>
  companionOf === undefined;

/** Whether clients can be offered it. */
export const isActiveFile = (artifact: Pick<Artifact, 'state' | 'companionOf'>): boolean =>
  artifact.state === 'active' && isMain(artifact);

/** Companions without their main artifact. */
export const orphanedCompanions = <T extends Pick<Artifact, 'target'> & { companionOf?: string | undefined }>(
  artifacts: readonly T[],
): T[] => {
  const mains = new Set(artifacts.filter(isMain).map(({ target }) => target));
  return artifacts.filter(({ companionOf }) => companionOf !== undefined && !mains.has(companionOf));
};

export const stagedPrefix = 'staged/';
export const storedPrefix = 'kept/';

type Bytes = Pick<Artifact, 'id' | 'sizeBytes' | 'sha256' | 'contentType'>;

/* The only place that builds storage keys. IDs and hashes are generated or validated, so no key escapes its prefix. */

/** The key that downloads read. */
export const storedKeyOf = ({ id, sha256 }: Pick<Artifact, 'id' | 'sha256'>): string =>
  `${storedPrefix}${id}/${sha256}`;

export const blobContentOf = ({ id, sizeBytes, sha256, contentType }: Bytes): BlobContent => ({
  stagedKey: `${stagedPrefix}${id}/${sha256}-${sizeBytes}`,
  storedKey: storedKeyOf({ id, sha256 }),
  sizeBytes,
  sha256,
  digests: {},
  contentType: contentType ?? 'application/octet-stream',
});

/** Verifies every declared hash during the upload. Afterwards the SHA-256 is sufficient. */
export const uploadContentOf = (artifact: Bytes & Pick<Artifact, 'facts'>, app?: string): BlobContent => ({
  ...blobContentOf(artifact),
  ...(app === undefined ? {} : { app }),
  digests: digestsOf(artifact.facts),
});

const keyShape = /^(?:staged\/(?<staged>art_\w+)\/[0-9a-f]{64}-\d+|kept\/(?<kept>art_\w+)\/[0-9a-f]{64})$/;

/**
 * Undefined for every key that `blobContentOf` cannot build: a bucket may be shared, and foreign objects under
 * `staged/` or `kept/` must not be touched.
 */
export const artifactIdOfKey = (key: string): string | undefined => {
  const { staged, kept: storedId } = keyShape.exec(key)?.groups ?? {};
  return staged ?? storedId;
};

/** Built from allow-listed parts only, since a hostile file name could attack clients. */
export const fileNameOf = (
  publicSlug: string,
  version: string,
  { target, format, facts }: Pick<Artifact, 'target' | 'format' | 'facts'>,
): string => facts.fileName ?? `${publicSlug}-${version}-${target}${format}`;
