import { ArtifactDeclaration } from '@slipway/api';
import type { Facts } from '@slipway/build-files/bundle.ts';
import { toSafeFileName } from '@slipway/build-files/file-name.ts';

/* Keeps only values that the server accepts: an invalid detail is no reason to lose the file. */

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

/** Empty if the value is missing or invalid. */
export const factOf = (
  name: Exclude<keyof Facts, 'blockMapSize'>,
  value: string | undefined,
): Partial<Facts> => (value !== undefined && fits(name, value) ? { [name]: value } : {});

/** Keeps the file's own name if it ends with its format. */
export const fileNameFact = (fileName: string, format: string): Partial<Facts> => {
  const name = toSafeFileName(fileName);
  return name.endsWith(format) ? factOf('fileName', name) : {};
};
