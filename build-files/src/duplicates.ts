import type { Bundle } from './bundle.ts';

/* Two files of a build for one target. */

/** A file and the target that it is published for. */
export interface TargetChoice {
  target: string;
  bundle: Bundle;
}

/**
 * A package of Squirrel or Velopack beside an installer: each has clients of its own, which find theirs by its format.
 * The installer keeps the plain target, for whoever asks for an update by its address.
 */
export const separatePackageTargets = (choices: readonly TargetChoice[]): TargetChoice[] =>
  choices.map((choice) => {
    const { target, bundle } = choice;
    const hasRival = choices.some((one) => one.target === target && one.bundle.kind !== 'nupkg');
    if (bundle.kind !== 'nupkg' || !hasRival) return choice;
    return { ...choice, target: target.replace(`${bundle.os}-`, `${bundle.os}-nupkg-`) };
  });

/** Of the files for one target: the signed ones; of two signed ones the plain before the packed. */
export const preferredChoices = (
  rivals: readonly TargetChoice[],
  signed: ReadonlySet<string>,
): TargetChoice[] => {
  const isSigned = ({ bundle }: TargetChoice): boolean => signed.has(bundle.path);
  const kept = rivals.some(isSigned) ? rivals.filter(isSigned) : rivals;
  const shortest = Math.min(...kept.map(({ bundle }) => bundle.format.length));
  return kept.filter(({ bundle }) => bundle.format.length === shortest);
};
