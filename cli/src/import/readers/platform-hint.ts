import { parseArch, parseOs } from '@slipway/core/platform.ts';

/* Platform hints from a feed's name, its path, and its file names. */

export interface PlatformHint {
  /** Slipway's name for the system, if the protocol has only one. */
  os: string | undefined;
  /** Text that may contain system and architecture: `win-x64`, `…/win32/arm64/RELEASES`. */
  text: string;
}

/** If the match is partial, the user must supply the rest. */
export interface PlatformMatch {
  targets: string[];
  /** The system if the architecture is missing; null if both are. */
  partialSystem?: string | null;
}

const splitWords = (words: string): string[] => words.split(/[^A-Za-z0-9_]+/).filter((word) => word !== '');

/** Returns no targets if the hint is incomplete. */
export const platformFromHint = ({ os, text }: PlatformHint): PlatformMatch => {
  const all = splitWords(text);
  const system = os ?? all.map(parseOs).find((one) => one !== undefined);
  const arch = all.map(parseArch).find((one) => one !== undefined);
  if (system === undefined) return { targets: [], partialSystem: null };
  if (arch === undefined) return { targets: [], partialSystem: system };
  return { targets: [`${system}-${arch}`] };
};
