import type { Bundle } from './bundle.ts';

export interface TargetChoice {
  target: string;
  bundle: Bundle;
}

/**
 * A Squirrel or Velopack package next to an installer has its own clients, which find it by its format. The installer
 * keeps the plain target for clients that request an update by address.
 */
export const separatePackageTargets = (choices: readonly TargetChoice[]): TargetChoice[] =>
  choices.map((choice) => {
    const { target, bundle } = choice;
    const hasRival = choices.some((one) => one.target === target && one.bundle.kind !== 'nupkg');
    if (bundle.kind !== 'nupkg' || !hasRival) return choice;
    return { ...choice, target: target.replace(`${bundle.os}-`, `${bundle.os}-nupkg-`) };
  });

/** Prefers signed files for a target, and among signed files the plain one over the archive. */
export const preferredChoices = (
  rivals: readonly TargetChoice[],
  signed: ReadonlySet<string>,
): TargetChoice[] => {
  const isSigned = ({ bundle }: TargetChoice): boolean => signed.has(bundle.path);
  const candidates = rivals.some(isSigned) ? rivals.filter(isSigned) : rivals;
  const shortest = Math.min(...candidates.map(({ bundle }) => bundle.format.length));
  return candidates.filter(({ bundle }) => bundle.format.length === shortest);
};
