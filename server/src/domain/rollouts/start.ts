import type { ReleaseWithArtifacts } from '../model/release.ts';
import { isUnfinished, percentOf } from '../model/rollout.ts';
import type { AppTransaction } from '../unit-of-work.ts';
import { applyPause, applyStart } from './transitions.ts';

/* What publishing and withdrawing do to rollouts, in their own transactions. */

/** The order of the clients of the release before, while that one is not for everyone. */
const seedBefore = async (
  tx: AppTransaction['tx'],
  { id, app, channel }: Pick<ReleaseWithArtifacts, 'id' | 'app' | 'channel'>,
): Promise<number | undefined> => {
  const last = await tx.listPublished(app, { channel, limit: 2, withdrawn: true });
  const before = last.find((one) => one.id !== id)?.rollout;
  return isUnfinished(before) ? before.seed : undefined;
};

/**
 * A newer release is never held up: what is still rolling in its channel stops. Its own rollout, if one is planned,
 * begins, with the order of the clients of the one that it comes over: the same people get the mend first.
 */
export const startRollout = async (
  { tx, at, record }: AppTransaction,
  { id, app, channel, version, rollout }: ReleaseWithArtifacts,
): Promise<void> => {
  // Those that are paused may be many, and a list is cut.
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

/** A withdrawn release does not go on rolling by itself when it is restored. */
export const pauseWithdrawnRollout = async (
  { tx, at, record }: AppTransaction,
  { id, version, rollout }: ReleaseWithArtifacts,
  reason: string,
): Promise<void> => {
  if (rollout?.state !== 'rolling') return;
  await tx.putRollout(applyPause(rollout, { by: 'withdrawn', reason, at }));
  await record({ action: 'rollout.pause', subject: id, detail: { version, by: 'withdrawn', reason } });
};
