import { ArtifactDeclaration } from '@slipway/api';
import type { Facts } from '@slipway/build-files/bundle.ts';
import { toSafeFileName } from '@slipway/build-files/location.ts';

/* What feeds say of a file, as far as the service takes it: a fact that it would refuse is not worth losing the file. */

interface Rule {
  anyOf?: { pattern?: string; maxLength?: number }[];
}

const fits = (name: keyof Facts, value: string): boolean => {
  const rules = (ArtifactDeclaration.properties[name] as Rule).anyOf ?? [];
  return rules.some(
    ({ pattern, maxLength = Number.POSITIVE_INFINITY }) =>
      pattern !== undefined && value.length <= maxLength && new RegExp(pattern).test(value),
  );
};

/** A fact by its name, or none where it is missing or not acceptable. */
export const factOf = (
  name: Exclude<keyof Facts, 'blockMapSize'>,
  value: string | undefined,
): Partial<Facts> => (value !== undefined && fits(name, value) ? { [name]: value } : {});

/** The name that a file is saved under: its own, where it ends as its format does. */
export const fileNameFact = (fileName: string, format: string): Partial<Facts> => {
  const name = toSafeFileName(fileName);
  return name.endsWith(format) ? factOf('fileName', name) : {};
};
