import { exitCodes, Failure } from '../errors/failure.ts';
import { isProblem } from '../errors/to-failure.ts';
import { commandFor, type RolloutSubject } from './describe.ts';

/** The next step if a release is out to everyone. */
export const forEveryoneHint = (of: RolloutSubject): string =>
  `${commandFor('releases withdraw', of)} stops offering it; ${commandFor('rollout plan', of, ' --rollout standard')} draws it back to a part of the clients.`;

const helps = (of: RolloutSubject): string => {
  if (of.state === 'draft') return `${commandFor('rollout plan', of, ' --rollout standard')} plans one.`;
  if (of.state === 'withdrawn') return `${commandFor('releases restore', of)} brings it back, for everyone.`;
  return forEveryoneHint(of);
};

export const noRolloutText = ({ version, channel, state }: RolloutSubject): string => {
  const begin = `${version} on ${channel} has no rollout`;
  if (state === 'draft') return `${begin}: once published, it is for everyone.`;
  return state === 'withdrawn'
    ? `${begin}, and is withdrawn: nobody is offered it.`
    : `${begin}: it is for everyone.`;
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
