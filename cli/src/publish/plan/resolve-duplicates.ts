import { stat } from 'node:fs/promises';
import type { SkippedFile } from '@slipway/build-files/bundle.ts';
import { preferredChoices, type TargetChoice } from '@slipway/build-files/duplicates.ts';
import { usageFailure } from '../../errors/failure.ts';

const isThere = async (path: string): Promise<boolean> =>
  (await stat(path).catch(() => undefined)) !== undefined;

const preferred = async (rivals: TargetChoice[]): Promise<TargetChoice[]> => {
  const paths = rivals.map(({ bundle }) => bundle.path);
  const signed = await Promise.all(paths.map((path) => isThere(`${path}.sig`)));
  return preferredChoices(rivals, new Set(paths.filter((_, index) => signed[index])));
};

/** Keeps one file per target and moves the others to the skipped ones. */
export const resolveDuplicates = async (
  choices: TargetChoice[],
  asides: SkippedFile[],
): Promise<TargetChoice[]> => {
  const settled: TargetChoice[] = [];
  for (const target of new Set(choices.map((choice) => choice.target))) {
    const rivals = choices.filter((choice) => choice.target === target);
    const explicit = rivals.filter(({ bundle }) => bundle.origin === 'given');
    const candidates = explicit.length > 0 ? explicit : await preferred(rivals);
    const [winner, other] = candidates;
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
