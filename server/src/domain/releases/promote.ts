import type { Caller } from '../model/actor.ts';
import { type Artifact, blobContentOf } from '../model/artifact.ts';
import { requireActiveChannel } from '../model/channel.ts';
import { Refusal, requireFound } from '../model/errors.ts';
import { requireQuota } from '../model/quota.ts';
import { type ReleaseWithArtifacts, versionTaken, type Warning } from '../model/release.ts';
import { prunedTargetWarnings } from '../model/review.ts';
import type { Ids } from '../ports/ids.ts';
import type { Releases } from '../ports/releases.ts';
import type { StoredBytes } from '../ports/stored-bytes.ts';
import type { Uploads } from '../ports/uploads.ts';
import type { AppTransaction, InTransaction } from '../unit-of-work.ts';
import { copyArtifacts, isSameDraft } from './copy-artifacts.ts';
import type { DraftTx } from './create-draft.ts';
import { findByVersion } from './find-by-version.ts';
import type { RequireSpace } from './upload-quota.ts';

/*
 * Promotes a release to another channel with the same bytes. One transaction creates a draft with the original's
 * declarations; the storage then copies the bytes to the staged keys, and publish verifies them like uploads. An
 * interruption leaves an incomplete draft, which publish rejects and another promote completes.
 */

export interface PromotionRequest {
  channel: string;
  /** Defaults to the original's. */
  version?: string | undefined;
}

export interface PromotionResult {
  release: ReleaseWithArtifacts;
  /** Parts of the original that the draft lacks. */
  warnings: Warning[];
}

interface Pair {
  source: ReleaseWithArtifacts;
  draft: ReleaseWithArtifacts;
  isNew: boolean;
}

const notPublished = ({ id, version, state }: ReleaseWithArtifacts): Refusal =>
  new Refusal('not-published', `Release ${id} (${version}) is ${state}. This requires a published release.`);

type Tx = DraftTx & Pick<Releases, 'countMilestones'>;

export const createPromotions = (needs: {
  store: Releases;
  blobs: Pick<Uploads, 'findUploaded'> & Pick<StoredBytes, 'copy'>;
  ids: Ids;
  inTransaction: InTransaction<Tx>;
  requireSpace: RequireSpace;
}) => {
  const { store, blobs, ids, inTransaction, requireSpace } = needs;

  const artifactFor = (releaseId: string, original: Artifact): Artifact => ({
    ...original,
    ...{ id: ids.next('art'), releaseId, state: 'declared' },
    ...{ uploadedAt: undefined, uploadId: undefined, stored: undefined },
  });

  /** Copies the policy too, so that a held target stays held. */
  const draftOf = (
    source: ReleaseWithArtifacts,
    request: PromotionRequest,
    at: string,
  ): ReleaseWithArtifacts => {
    const { app, notes, pubDate, policy, artifacts } = source;
    const id = ids.next('rel');
    return {
      ...{ id, app, channel: request.channel, version: request.version ?? source.version },
      ...{ notes, pubDate, policy },
      ...{ state: 'draft', createdAt: at, touchedAt: at, revision: 0, sequence: undefined },
      ...{ publishedAt: undefined, withdrawnAt: undefined, withdrawReason: undefined },
      artifacts: artifacts.filter(({ state }) => state === 'active').map((one) => artifactFor(id, one)),
    };
  };

  const requireQuotas = async (
    { tx }: AppTransaction<Tx>,
    { app, channel, policy }: ReleaseWithArtifacts,
  ): Promise<void> => {
    requireQuota('draftsOfApp', await tx.countDrafts(app));
    if (policy.milestone !== undefined)
      requireQuota('milestonesOfChannel', await tx.countMilestones(app, channel));
  };

  const insert = async (
    change: AppTransaction<Tx>,
    source: ReleaseWithArtifacts,
    draft: ReleaseWithArtifacts,
  ) => {
    await requireQuotas(change, draft);
    const { artifacts, ...release } = draft;
    await change.tx.insertRelease(release);
    for (const artifact of artifacts) await change.tx.putArtifact(artifact);
    const { id: subject, channel, version } = draft;
    await change.record({
      action: 'release.promote',
      subject,
      detail: { from: source.id, channel, version },
    });
  };

  /** The original and its draft, which is new or left from an earlier try. */
  const prepare = ({ app: slug, actor }: Caller, id: string, request: PromotionRequest): Promise<Pair> =>
    inTransaction(slug, actor, async (change) => {
      const { tx, at } = change;
      const source = requireFound(await tx.findRelease(slug, id), 'release');
      if (source.state !== 'published') throw notPublished(source);
      requireActiveChannel(request.channel, await tx.findChannel(slug, request.channel));
      const draft = draftOf(source, request, at);
      const existing = await findByVersion(tx, { app: slug, channel: draft.channel, version: draft.version });
      if (existing === undefined) {
        await insert(change, source, draft);
        return { source, draft, isNew: true };
      }
      if (!isSameDraft(existing, draft)) throw versionTaken(existing);
      return { source, draft: existing, isNew: false };
    });

  /** The artifacts that an earlier try did not copy. Also marks the draft as active for garbage collection. */
  const findMissingArtifacts = async (
    { app: slug, actor }: Caller,
    draft: ReleaseWithArtifacts,
  ): Promise<Artifact[]> => {
    const uploaded = await Promise.all(draft.artifacts.map((one) => blobs.findUploaded(blobContentOf(one))));
    const lacking = draft.artifacts.filter((_, index) => uploaded[index] === undefined);
    if (lacking.length === 0) throw versionTaken(draft);
    await inTransaction(slug, actor, ({ tx, at }) => tx.touchDraft(draft.id, at));
    return lacking;
  };

  /** Checked before the draft exists, for all bytes, even if an earlier try copied some. */
  const requirePromotionSpace = async (slug: string, id: string): Promise<void> => {
    const source = await store.findRelease(slug, id);
    const active = source?.artifacts.filter(({ state }) => state === 'active') ?? [];
    await requireSpace(active.reduce((bytes, { sizeBytes }) => bytes + sizeBytes, 0));
  };

  /** Rejects an existing complete release: 'version-taken'. */
  const promote = async (caller: Caller, id: string, request: PromotionRequest): Promise<PromotionResult> => {
    await requirePromotionSpace(caller.app, id);
    const { source, draft, isNew } = await prepare(caller, id, request);
    await copyArtifacts(blobs, source, isNew ? draft.artifacts : await findMissingArtifacts(caller, draft));
    const release = requireFound(await store.findRelease(caller.app, draft.id), 'release');
    return { release, warnings: prunedTargetWarnings(source) };
  };

  return { promote };
};
export type Promotions = ReturnType<typeof createPromotions>;
