import type { App, SigningKey } from '@slipway/api';
import type { EffectLine } from '../../actions/effect-lines.ts';
import type { Choice } from '../../ui/choices.tsx';

/* Signature settings in words. Pure. */

/** Sorts keys in use first, then the newest. */
export const sortSigningKeys = (keys: readonly SigningKey[]): SigningKey[] =>
  [...keys].sort((a, b) =>
    a.state === b.state ? b.createdAt.localeCompare(a.createdAt) : a.state === 'active' ? -1 : 1,
  );

/** Policies for invalid signatures; signatures can be required only if a key is in use. */
export const signaturePolicyChoices = (hasKey: boolean): readonly Choice<App['signatures']>[] => [
  {
    value: 'require',
    label: 'Require',
    description: 'Block publishing if a signature is missing, invalid, or from an unknown key.',
    ...(hasKey ? {} : { disabledReason: 'Add a signing key first.' }),
  },
  {
    value: 'warn',
    label: 'Warn',
    description: hasKey
      ? 'Publish with a warning.'
      : 'Publish with a warning. No checks yet: add a signing key.',
  },
  { value: 'off', label: 'Off', description: 'Don’t check signatures.' },
];

export const signedVersionChoices: readonly Choice<App['signedVersion']>[] = [
  {
    value: 'warn',
    label: 'Optional',
    description: 'Warns if missing. A wrong version always fails.',
  },
  {
    value: 'require',
    label: 'Required',
    description: 'Prevents republishing an old signed file as new. Applies while signatures are required.',
  },
];

/** The app versions that have a key built in. */
export const builtInText = ({ fromVersion }: Pick<SigningKey, 'fromVersion'>): string =>
  fromVersion === null ? 'All' : `${fromVersion} and later`;

export const retireLines = ({ keyId }: SigningKey, isLast: boolean): EffectLine[] => [
  { icon: 'arrow', text: `New files signed with ${keyId} fail the check.` },
  { icon: 'box', text: 'Published releases aren’t affected.' },
  ...(isLast
    ? [
        {
          icon: 'warn' as const,
          tone: 'warn' as const,
          text: 'This is the last key. Without it, signatures aren’t checked.',
        },
      ]
    : []),
  { icon: 'undo', text: 'You can reactivate it anytime.' },
];
