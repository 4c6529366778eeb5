import type { AppChange } from '@slipway/api';
import { type Input, textOf } from '../command.ts';
import { usageFailure } from '../failure.ts';

/* What an app does about signatures, as the command line takes it. */

const policies = { signatures: ['off', 'warn', 'require'], signedVersion: ['warn', 'require'] } as const;
const flags = { signatures: '--signatures', signedVersion: '--signed-version' } as const;

export const signingOptions = {
  signatures: {
    flags: `${flags.signatures} <policy>`,
    about: 'what becomes of a wrong signature: off, warn or require',
  },
  signedVersion: {
    flags: `${flags.signedVersion} <policy>`,
    about: 'what becomes of a signature that names no version: warn or require',
  },
} as const;

/** The policy that was given, if any. */
export const policyOf = (
  input: Input,
  name: keyof typeof policies,
): Pick<AppChange, 'signatures' | 'signedVersion'> => {
  const word = textOf(input, name);
  if (word === undefined) return {};
  const known: readonly string[] = policies[name];
  if (!known.includes(word))
    throw usageFailure(`${flags[name]} ${word} is not known.`, `Pass one of ${known.join(', ')}.`);
  return { [name]: word };
};
