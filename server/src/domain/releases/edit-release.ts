import type { Caller } from '../model/actor.ts';
import { requireFound } from '../model/errors.ts';
import { applyPolicyChange, type PolicyChange, policyDifference } from '../model/policy.ts';
import { requireQuota } from '../model/quota.ts';
import type { ReleaseWithArtifacts } from '../model/release.ts';
import type { ReleaseChanges, Releases } from '../ports/releases.ts';
import type { AppTransaction, InTransaction } from '../unit-of-work.ts';

/* Edits notes and policy, before or after publishing. */

/** Undefined keeps a member. */
export interface ReleaseEdit extends PolicyChange {
  notes?: string | undefined;
}

type Tx = Pick<Releases, 'findRelease' | 'countMilestones'> &
  Pick<ReleaseChanges, 'updateNotes' | 'setPolicy'>;

export const createReleaseEdits = ({ inTransaction }: { inTransaction: InTransaction<Tx> }) => {
  const setNotes = async (
    { tx, record }: AppTransaction<Tx>,
    { id }: ReleaseWithArtifacts,
    notes: string,
  ) => {
    await tx.updateNotes(id, notes);
    await record({ action: 'release.change', subject: id, detail: { notesBytes: Buffer.byteLength(notes) } });
  };

  const setPolicy = async (
    { tx, record }: AppTransaction<Tx>,
    release: ReleaseWithArtifacts,
    change: PolicyChange,
  ) => {
    const { id, app, channel, version } = release;
    const policy = applyPolicyChange(release.policy, change);
    if (policy.milestone !== undefined && release.policy.milestone === undefined)
      requireQuota('milestonesOfChannel', await tx.countMilestones(app, channel));
    await tx.setPolicy(id, policy);
    await record({ action: 'release.policy', subject: id, detail: { version, ...change } });
    return policy;
  };

  /** Members that already have the requested value are not recorded as a change. */
  const edit = (
    { app: slug, actor }: Caller,
    id: string,
    { notes, ...policyChange }: ReleaseEdit,
  ): Promise<ReleaseWithArtifacts> =>
    inTransaction(slug, actor, async (change) => {
      const release = requireFound(await change.tx.findRelease(slug, id), 'release');
      const differing = policyDifference(release.policy, policyChange);
      const isPolicy = Object.keys(differing).length > 0;
      if (notes !== undefined) await setNotes(change, release, notes);
      const policy = isPolicy ? await setPolicy(change, release, differing) : release.policy;
      if (release.state !== 'draft' && (notes !== undefined || isPolicy)) await change.invalidate();
      return { ...release, notes: notes ?? release.notes, policy };
    });

  return { edit };
};
export type ReleaseEdits = ReturnType<typeof createReleaseEdits>;
