import type { AppChange } from '@slipway/api';
import { type Input, type Option, optionText } from '../command.ts';

export const signingOptions = {
  signatures: {
    flags: '--signatures <policy>',
    about: 'what to do with an invalid signature',
    choices: ['off', 'warn', 'require'],
  },
  signedVersion: {
    flags: '--signed-version <policy>',
    about: 'what to do with a signature that names no version, when signatures are required',
    choices: ['warn', 'require'],
  },
} as const satisfies Record<string, Option>;

/** Commander has already validated the choices. */
export const parseSigningPolicies = (input: Input): Pick<AppChange, 'signatures' | 'signedVersion'> =>
  Object.fromEntries(
    (['signatures', 'signedVersion'] as const)
      .map((name) => [name, optionText(input, name)] as const)
      .filter(([, word]) => word !== undefined),
  );
