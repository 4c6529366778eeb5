import { IncompatibleDatabase } from './errors.ts';

/*
 * A feature that an older node would break raises the minimum level that a node must have. Nodes read it at start and
 * after every change of an app; one below it refuses to start, or stops serving.
 */

/** The level of this version. Raise it with the first version that has such a feature. */
export const nodeLevel = 1;

/** The setting that holds the minimum; none where no such feature was ever used. */
export const nodeLevelSetting = 'node-level';

/** Throws when the stored minimum is above a node's level. */
export const requireNodeLevel = (stored: string | undefined, level: number): void => {
  const minimum = Number(stored ?? 0);
  if (minimum <= level) return;
  throw new IncompatibleDatabase(
    `The data needs a server of level ${minimum}, and this one has level ${level}: start a newer version.`,
  );
};
