import { normalizeTarget, parseArch } from '@slipway/build-files/platform.ts';

/* The place that a feed's packages are for, as far as its name, its path and the names of files tell. */

export interface PlatformHint {
  /** Slipway's word for the system, where the protocol has only one. */
  os: string | undefined;
  /** Words that may name system and architecture: `win-x64`, `…/win32/arm64/RELEASES`. */
  words: string;
}

/** A place that is told in whole, or in part: then the rest must be asked for. */
export interface PlatformMatch {
  targets: string[];
  /** The system, where the architecture is missing; null where both are. */
  untold?: string | null;
}

const splitWords = (words: string): string[] => words.split(/[^A-Za-z0-9_]+/).filter((word) => word !== '');

const systemIn = (words: string[]): string | undefined =>
  words.map((word) => normalizeTarget(`${word}-x64`)?.split('-')[0]).find((os) => os !== undefined);

/** The targets that a hint names; none, and what is missing, where it does not say enough. */
export const platformFromHint = ({ os, words }: PlatformHint): PlatformMatch => {
  const all = splitWords(words);
  const system = os ?? systemIn(all);
  const arch = all.map(parseArch).find((one) => one !== undefined);
  if (system === undefined) return { targets: [], untold: null };
  if (arch === undefined) return { targets: [], untold: system };
  return { targets: [`${system}-${arch}`] };
};
