import { parseArgs } from 'node:util';
import { ConfigError } from '../config/config.ts';

/** The options and words after a command; what is not known is refused in one sentence. */
export const readOptions = <Name extends string>(
  args: string[],
  names: readonly Name[],
): { values: Partial<Record<Name, string>>; words: string[] } => {
  try {
    const options = Object.fromEntries(names.map((name) => [name, { type: 'string' as const }]));
    const { values, positionals } = parseArgs({ args, options, allowPositionals: true });
    return { values: values as Partial<Record<Name, string>>, words: positionals };
  } catch (error) {
    throw new ConfigError(error instanceof Error ? error.message : String(error));
  }
};
