import { Failure } from '../../errors/failure.ts';
import { isProblem, toFailure } from '../../errors/to-failure.ts';
import { unfinishedHint } from '../plan/existing-files.ts';
import type { Plan } from '../plan/plan.ts';

/** Running this command again cannot finish the uploads of other jobs, so the error names their targets. */
export const explainIncomplete = (error: unknown, plan: Plan): unknown => {
  if (!isProblem(error, 'uploads-incomplete')) return error;
  const own = new Set(plan.items.map(({ target }) => target));
  const targets = (error.problem?.errors ?? []).map(({ pointer }) => pointer.replace('/artifacts/', ''));
  const others = targets.filter((target) => !own.has(target));
  if (others.length === 0) return error;
  const { message, exit, code } = toFailure(error);
  const remedy = `${unfinishedHint(others)} Then run this command again.`;
  return new Failure(message, { exit, code, remedy, cause: error });
};
