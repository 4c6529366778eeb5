import { exitCodes, Failure } from '../errors/failure.ts';
import { isProblem } from '../errors/to-failure.ts';
import { commandFor, type RolloutSubject } from './describe.ts';

/* A release without a rollout: how it stands, and what helps instead of steering. */

/** What helps where a release is for everyone. */
export const forEveryoneHint = (of: RolloutSubject): string =>
  `${commandFor('releases withdraw', of)} stops offering it; ${commandFor('rollout plan', of, ' --rollout standard')} draws it back to a part of the clients.`;

const helps = (of: RolloutSubject): string => {
  if (of.state === 'draft') return `${commandFor('rollout plan', of, ' --rollout standard')} plans one.`;
  if (of.state === 'withdrawn') return `${commandFor('releases restore', of)} brings it back, for everyone.`;
  return forEveryoneHint(of);
};

/** How the release stands. */
export const noRolloutText = ({ version, channel, state }: RolloutSubject): string => {
  const begin = `${version} on ${channel} has no rollout`;
  if (state === 'draft') return `${begin}: once published, it is for everyone.`;
  return state === 'withdrawn'
    ? `${begin}, and is withdrawn: nobody is offered it.`
    : `${begin}: it is for everyone.`;
};

export const isNoRollout = (error: unknown): boolean =>
  isProblem(error, 'not-found') && /no such rollout/.test(error.message);

/** Changes a rollout; where there is none, the failure says how the release stands. */
export const changeRollout = async <T>(of: RolloutSubject, change: Promise<T>): Promise<T> => {
  try {
    return await change;
  } catch (cause) {
    if (!isNoRollout(cause)) throw cause;
    const told = { exit: exitCodes.refused, code: 'not-found', remedy: helps(of), cause };
    throw new Failure(noRolloutText(of), told);
  }
};
