import { hasFlag, type Input } from '../command.ts';
import type { Context } from '../context.ts';
import { interruptedFailure } from '../errors/failure.ts';

/** Without a terminal, --yes is required. */
export const confirmDestructive = async (input: Input, context: Context, willDo: string): Promise<void> => {
  context.output.note(willDo);
  if (hasFlag(input, 'yes')) return;
  const agreed = await context.prompt.confirm({
    message: context.prompt.isInteractive ? 'Continue?' : 'Confirmation required.',
    nonInteractiveHint: 'Pass --yes to confirm.',
    initial: false,
  });
  if (!agreed) throw interruptedFailure('Canceled. Nothing was changed.');
};
