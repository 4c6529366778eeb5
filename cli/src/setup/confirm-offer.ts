import { hasFlag, type Input } from '../command.ts';
import type { Context } from '../context.ts';

/** `--yes` accepts, otherwise the user is asked; without a terminal the step is skipped with a note. */
export const confirmOffer = async (
  input: Input,
  { ask, output }: Context,
  offer: { question: string; left: string },
): Promise<boolean> => {
  if (hasFlag(input, 'yes')) return true;
  if (ask.possible) return await ask.confirm({ message: offer.question, otherwise: 'Pass --yes.' });
  output.note(offer.left);
  return false;
};
