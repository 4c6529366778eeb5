import { stat } from 'node:fs/promises';
import type { LeftAside } from '@slipway/recognising/bundle.ts';
import { usageFailure } from '../failure.ts';
import type { Choice } from './item.ts';

/* Two files of a build for one target. */

/**
 * A package of Squirrel or Velopack beside an installer: each has clients of its own, which find theirs by its format.
 * The installer keeps the plain target, for whoever asks for an update by its address.
 */
export const setApart = (choices: Choice[]): Choice[] =>
  choices.map((choice) => {
    const { target, bundle } = choice;
    const hasRival = choices.some((one) => one.target === target && one.bundle.kind !== 'nupkg');
    if (bundle.kind !== 'nupkg' || !hasRival) return choice;
    return { ...choice, target: target.replace(`${bundle.os}-`, `${bundle.os}-nupkg-`) };
  });

const isThere = async (path: string): Promise<boolean> =>
  (await stat(path).catch(() => undefined)) !== undefined;

/** Of two files for one target: the signed one; of two signed ones the plain before the packed. */
const preferred = async (rivals: Choice[]): Promise<Choice[]> => {
  const signed = await Promise.all(rivals.map(({ bundle }) => isThere(`${bundle.path}.sig`)));
  const kept = signed.some((is) => is) ? rivals.filter((_, index) => signed[index]) : rivals;
  const shortest = Math.min(...kept.map(({ bundle }) => bundle.format.length));
  return kept.filter(({ bundle }) => bundle.format.length === shortest);
};

/** One file for each target; those that make way are put to the others with the reason. */
export const settleRivals = async (choices: Choice[], asides: LeftAside[]): Promise<Choice[]> => {
  const settled: Choice[] = [];
  for (const target of new Set(choices.map((choice) => choice.target))) {
    const rivals = choices.filter((choice) => choice.target === target);
    const given = rivals.filter(({ bundle }) => bundle.origin === 'given');
    const kept = given.length > 0 ? given : await preferred(rivals);
    const [winner, other] = kept;
    if (winner === undefined) continue;
    if (other !== undefined) {
      throw usageFailure(
        `${winner.bundle.path} and ${other.bundle.path} are both ${target}.`,
        `Choose one with --target ${target}=<path>.`,
      );
    }
    settled.push(winner);
    const losers = rivals.filter((rival) => rival !== winner);
    asides.push(
      ...losers.map(({ bundle }) => ({ path: bundle.path, reason: `${target} is ${winner.bundle.path}` })),
    );
  }
  return settled;
};
