import { hasFlag, type Input } from '../command.ts';
import type { Context } from '../context.ts';

/** Whether to do what would help: --yes agrees, a person is asked; where neither is there, it is left and told. */
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
