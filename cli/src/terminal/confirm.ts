import { hasFlag, type Input } from '../command.ts';
import type { Context } from '../context.ts';
import { interruptedFailure } from '../errors/failure.ts';

/** Without a terminal, --yes is required. */
export const confirmDestructive = async (input: Input, context: Context, willDo: string): Promise<void> => {
  context.output.note(willDo);
  if (hasFlag(input, 'yes')) return;
  const agreed = await context.prompt.confirm({
    message: context.prompt.isInteractive ? 'Go on?' : 'This needs a confirmation.',
    nonInteractiveHint: 'Pass --yes to confirm without being asked.',
    initial: false,
  });
  if (!agreed) throw interruptedFailure('Stopped: nothing was changed.');
};
