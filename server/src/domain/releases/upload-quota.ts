import { type Artifact, uploadContentOf } from '../model/artifact.ts';
import { bounds } from '../model/bounds.ts';
import { defaultChannel } from '../model/channel.ts';
import type { Declaration } from '../model/declaration.ts';
import { Refusal } from '../model/errors.ts';
import type { Releases } from '../ports/releases.ts';
import type { Uploads } from '../ports/uploads.ts';

/** Throws Refusal 'storage-full' if the bytes would use up a disk's reserve. */
export type RequireSpace = (bytes: number) => Promise<void>;

const isFull = (error: unknown): boolean => error instanceof Refusal && error.code === 'storage-full';

/**
 * Checks the space before anything is recorded. Parts are joined into another file, so they need twice their size.
 * Finished uploads need none: a pipeline can still finish on a full disk.
 */
export const createRequireDeclarationSpace = (needs: {
  store: Releases;
  blobs: Pick<Uploads, 'findUploaded' | 'presignParts'>;
  requireSpace: RequireSpace;
}) => {
  const { store, blobs, requireSpace } = needs;

  const findSameBytes = async (slug: string, declaration: Declaration): Promise<Artifact | undefined> => {
    const { channel = defaultChannel, version, target, sha256, sizeBytes } = declaration;
    const draft = await store.findReleaseByVersion(slug, channel, version);
    return draft?.artifacts.find(
      (one) => one.target === target && one.sha256 === sha256 && one.sizeBytes === sizeBytes,
    );
  };

  /** The bytes of an upload that already arrived. */
  const findArrivedBytes = async (artifact: Artifact, bytes: number): Promise<number> => {
    const content = uploadContentOf(artifact);
    if ((await blobs.findUploaded(content)) !== undefined) return bytes;
    if (artifact.uploadId === undefined) return 0;
    const parts = await blobs.presignParts(content, bounds.uploadTtlSeconds, artifact.uploadId);
    return parts.uploadId === artifact.uploadId ? parts.uploaded.length * parts.partSizeBytes : 0;
  };

  return async (slug: string, declaration: Declaration): Promise<void> => {
    const bytes = declaration.sizeBytes * (declaration.parts === true ? 2 : 1);
    try {
      await requireSpace(bytes);
    } catch (error) {
      const before = isFull(error) ? await findSameBytes(slug, declaration) : undefined;
      if (before === undefined) throw error;
      const arrived = await findArrivedBytes(before, bytes);
      if (arrived < bytes) await requireSpace(bytes - arrived);
    }
  };
};
