import type { Option } from './command.ts';

/** The long names in an option's flags: `--app <slug>` is `--app`. */
export const optionNames = ({ flags }: Pick<Option, 'flags'>): string[] => flags.match(/--[a-z-]+/g) ?? [];
