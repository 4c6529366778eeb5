import { IncompatibleDatabase } from './errors.ts';

/*
 * A feature that an older node would break raises the minimum node level. Nodes read it at startup and after every
 * change of an app; a node below it refuses to start, or stops serving.
 */

/** Raise it in the first version with such a feature. */
export const nodeLevel = 1;

/** Missing if no such feature was ever used. */
export const nodeLevelSetting = 'node-level';

/** Throws if the stored minimum exceeds the node's level. */
export const requireNodeLevel = (stored: string | undefined, level: number): void => {
  const minimum = Number(stored ?? 0);
  if (minimum <= level) return;
  throw new IncompatibleDatabase(
    `The data needs a server of level ${minimum}, and this one has level ${level}: start a newer version.`,
  );
};
