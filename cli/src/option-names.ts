import type { Option } from './command.ts';

/** `--app <slug>` becomes `--app`. */
export const optionNames = ({ flags }: Pick<Option, 'flags'>): string[] => flags.match(/--[a-z-]+/g) ?? [];
