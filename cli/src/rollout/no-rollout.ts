import { exitCodes, Failure } from '../errors/failure.ts';
import { isProblem } from '../errors/to-failure.ts';
import { commandFor, type RolloutSubject } from './describe.ts';

/** The next step if a release is out to everyone. */
export const forEveryoneHint = (of: RolloutSubject): string =>
  `Withdraw: ${commandFor('releases withdraw', of)} · Restart as a staged rollout: ${commandFor('rollout plan', of, ' --rollout standard')}`;

const helps = (of: RolloutSubject): string => {
  if (of.state === 'draft') return `Plan one: ${commandFor('rollout plan', of, ' --rollout standard')}`;
  if (of.state === 'withdrawn') return `Restore it for everyone: ${commandFor('releases restore', of)}`;
  return forEveryoneHint(of);
};

export const noRolloutText = ({ version, channel, state }: RolloutSubject): string => {
  const begin = `${version} on ${channel} has no rollout`;
  if (state === 'draft') return `${begin}. It will be available to everyone once published.`;
  return state === 'withdrawn' ? `${begin} and is withdrawn.` : `${begin}. It is available to everyone.`;
};

export const isNoRollout = (error: unknown): boolean =>
  isProblem(error, 'not-found') && /no such rollout/.test(error.message);

/** If there is no rollout, the failure describes the state of the release. */
export const changeRollout = async <T>(of: RolloutSubject, change: Promise<T>): Promise<T> => {
  try {
    return await change;
  } catch (cause) {
    if (!isNoRollout(cause)) throw cause;
    const details = { exit: exitCodes.refused, code: 'not-found', remedy: helps(of), cause };
    throw new Failure(noRolloutText(of), details);
  }
};
