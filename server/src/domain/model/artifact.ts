import { type Digests, digestsOf, type Facts } from './artifact-facts.ts';
import type { Instant } from './instant.ts';
import type { SignatureVerdict } from './verdict.ts';

export type ArtifactState = 'declared' | 'active' | 'pruned';

/** The bytes of a release for one target. After publish nothing of it changes but its state. */
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
  /** The target of the artifact that it goes with, if it is a block map, a delta or the like. */
  companionOf: string | undefined;
  /** What only some updaters need, where it was declared. */
  facts: Facts;
  state: ArtifactState;
  uploadedAt: Instant | undefined;
  /** The multipart upload under way for these bytes, if its publisher asked for parts. */
  uploadId: string | undefined;
  /** Where its bytes are kept; set by publish. */
  kept: StoredObject | undefined;
  /** What was found of its signature, if that was judged with the bytes. */
  verdict?: SignatureVerdict | undefined;
}

const isAlike = (a: unknown, b: unknown): boolean => {
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return a === b;
  const names = new Set([...Object.keys(a), ...Object.keys(b)]) as Set<keyof typeof a & keyof typeof b>;
  return [...names].every((name) => isAlike(a[name], b[name]));
};

/** Whether a declaration changes nothing of an artifact. */
export const isSameArtifact = (before: Artifact, after: Artifact): boolean => isAlike(before, after);

/** Where bytes are kept and how to tell that they are still the ones that were verified. */
export interface StoredObject {
  /** The name of the storage that holds them. */
  store: string;
  /** What the storage said of the object when it was verified: an ETag, or a file's size, times and inode. */
  seal: string;
}

/** The name and kind of some bytes: all that a storage needs to know of an artifact. */
export interface BlobContent {
  /** Where uploads write. Bound to size and hash, so that what an older declaration's URL writes is never used. */
  stagedKey: string;
  /** Where downloads read. No upload URL is ever made for it; it is shared with no other artifact. */
  keptKey: string;
  sizeBytes: number;
  sha256: string;
  /** Hashes that are to be proven with the SHA-256, while it is on its way in. */
  digests: Digests;
  contentType: string;
  /** Whose bytes they are, on their way in: a storage that takes them itself has limits per app. */
  app?: string;
}

/** Whether an artifact is one that a client can be offered: a companion only ever goes with another. */
export const isMain = ({ companionOf }: { companionOf?: string | undefined }): boolean =>
  companionOf === undefined;

/** Companions of artifacts that are not among them. */
export const orphanedCompanions = <T extends Pick<Artifact, 'target'> & { companionOf?: string | undefined }>(
  artifacts: readonly T[],
): T[] => {
  const mains = new Set(artifacts.filter(isMain).map(({ target }) => target));
  return artifacts.filter(({ companionOf }) => companionOf !== undefined && !mains.has(companionOf));
};

export const stagedPrefix = 'staged/';
export const storedPrefix = 'kept/';

type Bytes = Pick<Artifact, 'id' | 'sizeBytes' | 'sha256' | 'contentType'>;

/* Storage keys are built here and nowhere else. Ids and hashes are ours or checked: no key can leave its root. */

/** Where downloads read an artifact's bytes. */
export const storedKeyOf = ({ id, sha256 }: Pick<Artifact, 'id' | 'sha256'>): string =>
  `${storedPrefix}${id}/${sha256}`;

/** Some bytes, known by their SHA-256. */
export const blobContentOf = ({ id, sizeBytes, sha256, contentType }: Bytes): BlobContent => ({
  stagedKey: `${stagedPrefix}${id}/${sha256}-${sizeBytes}`,
  keptKey: storedKeyOf({ id, sha256 }),
  sizeBytes,
  sha256,
  digests: {},
  contentType: contentType ?? 'application/octet-stream',
});

/** The same on their way in: every hash that was declared is to be proven. Once it is, the SHA-256 stands for all. */
export const uploadContentOf = (artifact: Bytes & Pick<Artifact, 'facts'>, app?: string): BlobContent => ({
  ...blobContentOf(artifact),
  ...(app === undefined ? {} : { app }),
  digests: digestsOf(artifact.facts),
});

const keyShape = /^(?:staged\/(?<staged>art_\w+)\/[0-9a-f]{64}-\d+|kept\/(?<kept>art_\w+)\/[0-9a-f]{64})$/;

/**
 * The id of the artifact that a storage key belongs to. Undefined for every name that `contentOf` cannot make: a bucket
 * may be shared, and what others keep under `staged/` or `kept/` is not ours to judge.
 */
export const artifactIdOfKey = (key: string): string | undefined => {
  const { staged, kept } = keyShape.exec(key)?.groups ?? {};
  return staged ?? kept;
};

/** The name a download is saved under, made from allow-listed parts alone: hostile names attack clients. */
export const fileNameOf = (
  publicSlug: string,
  version: string,
  { target, format, facts }: Pick<Artifact, 'target' | 'format' | 'facts'>,
): string => facts.fileName ?? `${publicSlug}-${version}-${target}${format}`;
