import type { AppChange } from '@slipway/api';
import { type Input, type Option, optionText } from '../command.ts';

/* What an app does about signatures, as the command line takes it. */

export const signingOptions = {
  signatures: {
    flags: '--signatures <policy>',
    about: 'what becomes of a wrong signature',
    choices: ['off', 'warn', 'require'],
  },
  signedVersion: {
    flags: '--signed-version <policy>',
    about: 'what becomes of a signature that names no version, where signatures are required',
    choices: ['warn', 'require'],
  },
} as const satisfies Record<string, Option>;

/** The policies that were given, if any: commander has seen to it that they are of the choices. */
export const parseSigningPolicies = (input: Input): Pick<AppChange, 'signatures' | 'signedVersion'> =>
  Object.fromEntries(
    (['signatures', 'signedVersion'] as const)
      .map((name) => [name, optionText(input, name)] as const)
      .filter(([, word]) => word !== undefined),
  );
