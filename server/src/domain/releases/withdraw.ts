import { actorDisplayName, type Caller } from '../model/actor.ts';
import { type Artifact, blobContentOf, isMain } from '../model/artifact.ts';
import { Refusal, requireFound } from '../model/errors.ts';
import type { ReleaseWithArtifacts, Warning } from '../model/release.ts';
import { milestoneLiftedWarnings } from '../model/review.ts';
import type { ArtifactChanges } from '../ports/artifacts.ts';
import type { ReleaseChanges, Releases } from '../ports/releases.ts';
import type { RolloutChanges } from '../ports/rollouts.ts';
import type { StorageCleanup } from '../ports/storage-cleanup.ts';
import { pauseWithdrawnRollout } from '../rollouts/start.ts';
import type { InTransaction } from '../unit-of-work.ts';

/* Withdraw stops offering a release; prune deletes its bytes. */

export interface PruneResult {
  artifact: Artifact;
  warnings: Warning[];
}

const notPublished = ({ id, state }: ReleaseWithArtifacts, needed: string): Refusal =>
  new Refusal('not-published', `Release ${id} is ${state}. This requires a ${needed} release.`);

type Tx = Pick<Releases, 'findRelease'> &
  Pick<ReleaseChanges, 'setWithdrawn'> &
  Pick<ArtifactChanges, 'pruneArtifact'> &
  RolloutChanges;

export const createWithdrawals = (needs: {
  store: Pick<Releases, 'findRelease'>;
  blobs: Pick<StorageCleanup, 'remove'>;
  inTransaction: InTransaction<Tx>;
}) => {
  const { store, blobs, inTransaction } = needs;
  const getRelease = async (slug: string, id: string) =>
    requireFound(await store.findRelease(slug, id), 'release');

  /** No longer offered, listed or latest, but its bytes still download. */
  const withdraw = async (
    { app: slug, actor }: Caller,
    id: string,
    reason: string,
  ): Promise<ReleaseWithArtifacts> => {
    await inTransaction(slug, actor, async (change) => {
      const { tx, at, record, invalidate } = change;
      const release = requireFound(await tx.findRelease(slug, id), 'release');
      if (!(await tx.setWithdrawn(id, { at, reason, by: actorDisplayName(actor) })))
        throw notPublished(release, 'published');
      await pauseWithdrawnRollout(change, release, reason);
      await record({ action: 'release.withdraw', subject: id, detail: { version: release.version, reason } });
      await invalidate();
    });
    return getRelease(slug, id);
  };

  /** Keeps its place in the publication order. */
  const restore = async ({ app: slug, actor }: Caller, id: string): Promise<ReleaseWithArtifacts> => {
    await inTransaction(slug, actor, async ({ tx, record, invalidate }) => {
      const release = requireFound(await tx.findRelease(slug, id), 'release');
      if (!(await tx.setWithdrawn(id, undefined))) throw notPublished(release, 'withdrawn');
      await record({ action: 'release.restore', subject: id, detail: { version: release.version } });
      await invalidate();
    });
    return getRelease(slug, id);
  };

  /** Permanent, companions included. The record changes first, so that no new download starts. */
  const prune = async (
    { app: slug, actor }: Caller,
    releaseId: string,
    target: string,
  ): Promise<PruneResult> => {
    const { pruned, companions, warnings } = await inTransaction(
      slug,
      actor,
      async ({ tx, record, invalidate }) => {
        const release = requireFound(await tx.findRelease(slug, releaseId), 'release');
        const artifact = requireFound(
          release.artifacts.find((candidate) => candidate.target === target),
          'artifact',
        );
        if (artifact.state === 'pruned') return { pruned: artifact, companions: [], warnings: [] };
        if (!(await tx.pruneArtifact(artifact.id))) throw notPublished(release, 'published or withdrawn');
        const companions = release.artifacts.filter(({ companionOf }) => companionOf === target);
        for (const { id } of companions) await tx.pruneArtifact(id);
        await record({
          action: 'artifact.prune',
          subject: artifact.id,
          detail: { release: releaseId, target, version: release.version },
        });
        await invalidate();
        const isOffered = release.state === 'published' && isMain(artifact);
        const warnings = isOffered ? milestoneLiftedWarnings(release, target) : [];
        return { pruned: { ...artifact, state: 'pruned' as const }, companions, warnings };
      },
    );
    // Nothing can use the bytes again. If the storage is down, garbage collection deletes them later.
    await Promise.allSettled(
      [pruned, ...companions].map((one) => blobs.remove(blobContentOf(one).storedKey)),
    );
    return { artifact: pruned, warnings };
  };

  return { withdraw, restore, prune };
};
export type Withdrawals = ReturnType<typeof createWithdrawals>;
