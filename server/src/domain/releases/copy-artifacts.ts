import { type Artifact, blobContentOf, uploadContentOf } from '../model/artifact.ts';
import { Refusal } from '../model/errors.ts';
import type { ReleaseWithArtifacts } from '../model/release.ts';
import type { StoredBytes } from '../ports/stored-bytes.ts';

const copiesAtOnce = 4;

const declaredOf = ({ target, format, sizeBytes, sha256, signature, contentType, ...more }: Artifact) => [
  ...[target, format, sizeBytes, sha256, signature, contentType, more.companionOf],
  ...Object.entries(more.facts).sort(([a], [b]) => (a < b ? -1 : 1)),
];

const declaredIn = ({ artifacts }: ReleaseWithArtifacts): string =>
  JSON.stringify(artifacts.map(declaredOf).sort((a, b) => (String(a[0]) < String(b[0]) ? -1 : 1)));

/** Whether an earlier try left a draft with the same declarations. */
export const isSameDraft = (existing: ReleaseWithArtifacts, draft: ReleaseWithArtifacts): boolean =>
  existing.state === 'draft' &&
  existing.version === draft.version &&
  declaredIn(existing) === declaredIn(draft);

/** Copies to the staged keys inside the storage, a few at once. */
export const copyArtifacts = async (
  blobs: Pick<StoredBytes, 'copy'>,
  source: ReleaseWithArtifacts,
  artifacts: readonly Artifact[],
): Promise<void> => {
  const originals = new Map(source.artifacts.map((one) => [one.target, one]));
  const copyOne = async (artifact: Artifact): Promise<void> => {
    const original = originals.get(artifact.target);
    const isCopied =
      original?.stored !== undefined &&
      (await blobs.copy(blobContentOf(original), original.stored, uploadContentOf(artifact)));
    if (!isCopied)
      throw new Refusal(
        'artifact-damaged',
        `The stored file of ${source.version} for ${artifact.target} is missing or damaged. Delete the draft, or upload the file to it.`,
      );
  };
  const waiting = artifacts.values();
  const work = async (): Promise<void> => {
    for (const artifact of waiting) await copyOne(artifact);
  };
  // Waits for all copies, so that none is running when the request ends.
  const results = await Promise.allSettled(Array.from({ length: copiesAtOnce }, work));
  for (const result of results) if (result.status === 'rejected') throw result.reason;
};
