import type { Release, ReleaseWithArtifacts } from '../../../src/domain/model/release.ts';
import type { Store, Transaction } from '../../../src/domain/ports/store.ts';
import type { World } from '../../decision/worlds.ts';
import { artifactOf, at, draftOf, unique } from './fixtures.ts';

/** A release published again under a new name. */
const draftFrom = (app: string, { version, channel }: ReleaseWithArtifacts): Release =>
  draftOf(app, version, { channel, notes: '' });

const publishOne = async (tx: Transaction, app: string, release: ReleaseWithArtifacts): Promise<string> => {
  const draft = draftFrom(app, release);
  await tx.insertRelease(draft);
  const artifacts = release.artifacts.map((one) =>
    artifactOf(draft.id, one.target, { ...one, id: unique('art'), releaseId: draft.id, state: 'declared' }),
  );
  for (const artifact of artifacts) {
    await tx.putArtifact({ ...artifact, stored: undefined });
    if (artifact.verdict !== undefined)
      await tx.saveSignatureVerdict(artifact.id, artifact, artifact.verdict);
  }
  const sequence = await tx.raiseGeneration(app);
  const stored = new Map(artifacts.map(({ id }) => [id, { store: 'files', seal: id, uploadedAt: at(4) }]));
  await tx.publishDraft(draft.id, { revision: draft.revision, at: at(5), sequence, stored });
  for (const [index, { state }] of release.artifacts.entries())
    if (state === 'pruned') await tx.pruneArtifact(artifacts[index]?.id ?? '');
  return draft.id;
};

/** Copies policy, rollout and state of another release to a published one. */
export const copyState = async (
  tx: Transaction,
  id: string,
  release: ReleaseWithArtifacts,
): Promise<void> => {
  await tx.setPolicy(id, release.policy);
  if (release.rollout !== undefined) await tx.putRollout({ ...release.rollout, releaseId: id });
  if (release.state === 'withdrawn') await tx.setWithdrawn(id, { at: at(40), reason: 'crashes' });
};

/** Publishes a world in its original order and returns the IDs in that of the list. */
export const publishWorld = (store: Store, app: string, world: World): Promise<string[]> =>
  store.transaction(async (tx) => {
    await tx.lockApp(app);
    const ids: string[] = [];
    for (const release of world.toReversed()) {
      const id = await publishOne(tx, app, release);
      await copyState(tx, id, release);
      ids.unshift(id);
    }
    return ids;
  });
