import { hasFlag, type Input } from '../command.ts';
import type { Context } from '../context.ts';

/** `--yes` accepts, otherwise the user is asked; without a terminal the step is skipped with a note. */
export const confirmOffer = async (
  input: Input,
  { prompt, output }: Context,
  offer: { question: string; left: string },
): Promise<boolean> => {
  if (hasFlag(input, 'yes')) return true;
  if (prompt.isInteractive)
    return await prompt.confirm({ message: offer.question, nonInteractiveHint: 'Pass --yes.' });
  output.note(offer.left);
  return false;
};
