import type { Caller } from '../model/actor.ts';
import { type Artifact, uploadContentOf } from '../model/artifact.ts';
import { bounds } from '../model/bounds.ts';
import { defaultChannel } from '../model/channel.ts';
import { Refusal, requireFound } from '../model/errors.ts';
import type { ReleaseWithArtifacts } from '../model/release.ts';
import type { Apps } from '../ports/apps.ts';
import type { ArtifactChanges } from '../ports/artifacts.ts';
import type { Releases } from '../ports/releases.ts';
import type { PartTickets, Uploads } from '../ports/uploads.ts';
import type { AppTransaction, InTransaction } from '../unit-of-work.ts';

/* Multipart uploads of a draft's artifacts. */

export const { uploadTtlSeconds } = bounds;

export interface UploadCompletion {
  channel?: string | undefined;
  version: string;
  target: string;
  uploadId: string;
  etags: string[];
}

export type UploadTx = Pick<Releases, 'findRelease'> & Pick<ArtifactChanges, 'putArtifact'>;

const triesWhileOthersBegin = 3;

const uploadMissing = ({ uploadId, target }: UploadCompletion): Refusal =>
  new Refusal(
    'upload-missing',
    `No multipart upload "${uploadId}" for ${target}. Declare the artifact again and use the new URLs.`,
  );

const declaredAgain = (): Refusal =>
  new Refusal(
    'draft-changed',
    'The artifact was redeclared, published or deleted in the meantime. Declare it again.',
  );

/** The current artifact, if it still awaits the same bytes. */
const findSame = async (
  { tx }: AppTransaction<UploadTx>,
  slug: string,
  { id, releaseId, sha256, sizeBytes }: Artifact,
): Promise<{ draft: ReleaseWithArtifacts; artifact: Artifact } | undefined> => {
  const draft = await tx.findRelease(slug, releaseId);
  const artifact = draft?.artifacts.find((candidate) => candidate.id === id);
  const isSame = artifact?.sha256 === sha256 && artifact.sizeBytes === sizeBytes;
  return draft && isSame && artifact.state === 'declared' ? { draft, artifact } : undefined;
};

export const createDraftUploads = (needs: {
  store: Apps & Releases;
  blobs: Pick<Uploads, 'presignParts' | 'completeParts' | 'abandonParts' | 'findUploaded'>;
  inTransaction: InTransaction<UploadTx>;
}) => {
  const { store, blobs, inTransaction } = needs;

  /** Compare and set; returns the upload on record. */
  const claimUpload = (
    { app: slug, actor }: Caller,
    expected: Artifact,
    uploadId: string,
  ): Promise<Artifact | undefined> =>
    inTransaction(slug, actor, async (change) => {
      const now = (await findSame(change, slug, expected))?.artifact;
      if (now === undefined || now.uploadId !== expected.uploadId) return now;
      const claimed = { ...now, uploadId };
      await change.tx.putArtifact(claimed);
      return claimed;
    });

  /**
   * Concurrent callers get the same multipart upload: if two were started, the recorded one wins and the other is
   * aborted before anyone sends bytes.
   */
  const presignParts = async (caller: Caller, artifact: Artifact): Promise<PartTickets> => {
    const content = uploadContentOf(artifact, caller.app);
    let expected = artifact;
    for (let tries = 0; tries < triesWhileOthersBegin; tries++) {
      const parts = await blobs.presignParts(content, uploadTtlSeconds, expected.uploadId);
      if (parts.uploadId === expected.uploadId) return parts;
      const now = await claimUpload(caller, expected, parts.uploadId);
      if (now?.uploadId === parts.uploadId) return parts;
      // Failures are swept up later.
      await Promise.allSettled([blobs.abandonParts(content, parts.uploadId)]);
      if (now === undefined) break;
      expected = now;
    }
    throw declaredAgain();
  };

  const findUnderWay = async (slug: string, completion: UploadCompletion): Promise<Artifact> => {
    const channel = completion.channel ?? defaultChannel;
    requireFound(await store.findApp(slug), 'app');
    const release = await store.findReleaseByVersion(slug, channel, completion.version);
    if (release === undefined || release.state !== 'draft') {
      throw new Refusal('draft-missing', `No draft ${completion.version} in channel "${channel}".`);
    }
    const artifact = release.artifacts.find(({ target }) => target === completion.target);
    if (artifact?.uploadId !== completion.uploadId) throw uploadMissing(completion);
    return artifact;
  };

  /** Joins the parts into the staged bytes. Idempotent. */
  const completeParts = async (
    { app: slug, actor }: Caller,
    completion: UploadCompletion,
  ): Promise<Artifact> => {
    const artifact = await findUnderWay(slug, completion);
    const content = uploadContentOf(artifact);
    await blobs.completeParts(content, completion.uploadId, completion.etags);
    const uploadedAt = await blobs.findUploaded(content);
    await inTransaction(slug, actor, async (change) => {
      const now = await findSame(change, slug, artifact);
      // Redeclared or already recorded.
      if (now === undefined || now.artifact.uploadedAt !== undefined) return;
      await change.tx.putArtifact({ ...now.artifact, uploadedAt: uploadedAt ?? change.at });
      const { id: release, version } = now.draft;
      await change.record({
        action: 'artifact.complete',
        subject: artifact.id,
        detail: { release, target: artifact.target, version },
      });
    });
    return { ...artifact, uploadedAt };
  };

  return { presignParts, completeParts };
};
