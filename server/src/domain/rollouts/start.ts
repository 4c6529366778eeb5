import type { ReleaseWithArtifacts } from '../model/release.ts';
import { isUnfinished, percentOf } from '../model/rollout.ts';
import type { Releases } from '../ports/releases.ts';
import type { RolloutChanges, Rollouts } from '../ports/rollouts.ts';
import type { AppTransaction } from '../unit-of-work.ts';
import { applyPause, applyStart } from './transitions.ts';

/* The effects of publishing and withdrawing on rollouts, in the same transaction. */

export type StartTx = Pick<Releases, 'listPublished'> & Pick<Rollouts, 'listRollouts'> & RolloutChanges;

/** The seed of the previous release, while its rollout is unfinished. */
const seedBefore = async (
  tx: StartTx,
  { id, app, channel }: Pick<ReleaseWithArtifacts, 'id' | 'app' | 'channel'>,
): Promise<number | undefined> => {
  const last = await tx.listPublished(app, { channel, limit: 2, withdrawn: true });
  const before = last.find((one) => one.id !== id)?.rollout;
  return isUnfinished(before) ? before.seed : undefined;
};

/**
 * Publishing stops running rollouts in the channel and starts the release's own, if planned. It takes over the seed of
 * an unfinished one, so that the same clients get the fix first.
 */
export const startRollout = async (
  { tx, at, record }: AppTransaction<StartTx>,
  { id, app, channel, version, rollout }: ReleaseWithArtifacts,
): Promise<void> => {
  // Filtered, since there may be many paused ones and the list is limited.
  const rolling = await tx.listRollouts(app, { channel, states: ['rolling'] });
  for (const other of rolling.filter((one) => one.rollout.releaseId !== id)) {
    const reason = `${version} was published`;
    await tx.putRollout(applyPause(other.rollout, { by: 'superseded', reason, at }));
    await record({
      action: 'rollout.pause',
      subject: other.rollout.releaseId,
      detail: { version: other.version, by: 'superseded', reason },
    });
  }
  if (rollout?.state !== 'planned') return;
  const started = applyStart(rollout, await seedBefore(tx, { id, app, channel }), at);
  await tx.putRollout(started);
  await record({
    action: 'rollout.start',
    subject: id,
    detail: { version, percent: percentOf(started.permille) },
  });
};

/** Restoring a release leaves its rollout paused. */
export const pauseWithdrawnRollout = async (
  { tx, at, record }: AppTransaction<RolloutChanges>,
  { id, version, rollout }: ReleaseWithArtifacts,
  reason: string,
): Promise<void> => {
  if (rollout?.state !== 'rolling') return;
  await tx.putRollout(applyPause(rollout, { by: 'withdrawn', reason, at }));
  await record({ action: 'rollout.pause', subject: id, detail: { version, by: 'withdrawn', reason } });
};
