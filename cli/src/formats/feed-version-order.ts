import { compareVersionTexts } from '@slipway/core/version.ts';

/** In other updaters' feeds `1.0b1` and `1.0.b1` are pre-releases; the server reads both as 1.0. */
const gluedLabel = /^([vV]?\d+(?:\.\d+)*)\.?(?=[A-Za-z])/;

const normalize = (version: string): string => version.trim().replace(gluedLabel, '$1-');

/** Negative if the second version is newer. */
export const compareFeedVersions = (first: string, second: string): number =>
  compareVersionTexts(normalize(first), normalize(second));
