import type { App, Provider, Session, SigningKey, TrustedPublisher } from '@slipway/api';
import type { Confirmation } from '../../actions/confirmation.ts';
import type { EffectLine } from '../../actions/effect-lines.ts';
import type { Choice } from '../../ui/choices.tsx';
import { scopeMissing } from '../keys/messages.ts';
import { parseClaims, type TrustDraft, textOf, trustFields } from './trust-draft.ts';

/* The sentences of the settings. Pure. */

export const noChanges = 'No changes.';
export const settingsSaved = 'Settings saved.';
export const policySaved = 'Saved. Applies from the next publish.';
export const nameMissing = 'Enter a name.';
export const adminOnly = 'Delivery and the download limit require the admin key.';
export const hasReleases = 'An app that has published a release can’t be deleted.';
export const limitInvalid = 'Enter a number and unit, like 500 GB.';
export const publicKeyMissing = 'Paste a public key.';
export const privateKeyPasted =
  'This is a private key. It was not sent. Paste the public key, and rotate this one if it may have leaked.';

const releasesUnaffected = 'Published releases aren’t affected.';

export const deleteAppConfirmation = (name: string): Confirmation => ({
  title: `Delete ${name}?`,
  lines: [
    { icon: 'box', text: 'Deletes its drafts, uploads, channels, API keys, and domains.' },
    { icon: 'people', text: 'Requests to its URL get HTTP 404.' },
    { icon: 'warn', tone: 'warn', text: 'This can’t be undone.' },
  ],
  button: 'Delete app',
  done: `Deleted ${name}.`,
});

/* Signing keys */

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

export const signingKeyAdded = (keyId: string): string => `Added signing key ${keyId}.`;

export const retireLines = ({ keyId }: SigningKey, isLast: boolean): EffectLine[] => [
  { icon: 'arrow', text: `New files signed with ${keyId} fail the check.` },
  { icon: 'box', text: releasesUnaffected },
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

/** Confirms retiring an active key, or reactivating a retired one. */
export const retireConfirmation = (signingKey: SigningKey, isLast: boolean): Confirmation => {
  const { name, keyId, state } = signingKey;
  return state === 'active'
    ? {
        title: `Retire ${name}?`,
        lines: retireLines(signingKey, isLast),
        button: 'Retire key',
        done: `Retired ${name}.`,
      }
    : {
        title: `Reactivate ${name}?`,
        lines: [{ icon: 'arrow', text: `Files signed with ${keyId} pass again from the next publish.` }],
        button: 'Reactivate key',
        done: `Reactivated ${name}.`,
      };
};

/** Confirms a new name and first app version of a key. */
export const signingKeyConfirmation = (
  signingKey: SigningKey,
  name: string,
  version: string | null,
): Confirmation => {
  const text =
    version === null
      ? 'All app versions trust this key.'
      : `Clients before ${version} are only offered releases signed with their own key.`;
  return {
    title: `Edit ${signingKey.name}`,
    lines: version === signingKey.fromVersion ? [] : [{ icon: 'people', text }],
    button: 'Save',
    done: `Saved ${name || signingKey.keyId}.`,
  };
};

/* Trusted publishers */

export const providerNames: Readonly<Record<Provider, string>> = {
  github: 'GitHub Actions',
  gitlab: 'GitLab CI',
  oidc: 'Other (OIDC)',
};

export const trustConditions = (publisher: TrustedPublisher): string[] => {
  const { workflow, configFile, environment, ref, refType, refProtected, claims } = publisher;
  const toCondition = (label: string, value: string | null | undefined): string[] =>
    value === null || value === undefined ? [] : [`${label} ${value}`];
  return [
    ...toCondition('workflow', workflow),
    ...toCondition('file', configFile),
    ...toCondition('environment', environment),
    ...toCondition(refType ?? 'ref', ref),
    ...(refProtected === true ? ['protected refs'] : []),
    ...Object.entries(claims ?? {}).map(([claim, value]) => `${claim} = ${value}`),
  ];
};

/** Why a user with the manage scope cannot add a trusted publisher: it would outlive their key. */
export const trustDenialReason = (who: Session | null | undefined): string | undefined =>
  who?.actor === 'key' && who.key?.expiresAt !== null
    ? 'Your key expires. Use a key without an expiry, or the admin key.'
    : undefined;

export const trustDraftError = (draft: TrustDraft): string | undefined => {
  const missing = trustFields[draft.provider].find(
    ({ name, isRequired }) => isRequired === true && textOf(draft, name) === '',
  );
  if (missing !== undefined) return `Enter ${missing.label}.`;
  if (draft.scopes.size === 0) return scopeMissing;
  if (draft.provider !== 'oidc') return undefined;
  const claims = parseClaims(textOf(draft, 'claims'));
  if (claims === undefined) return 'Write each claim as name = value.';
  return 'sub' in claims ? undefined : 'Add a sub claim.';
};

export const removeTrustConfirmation = (name: string, isOnly: boolean): Confirmation => ({
  title: `Remove ${name}?`,
  lines: [
    { icon: 'arrow', text: 'Its current keys are revoked and future runs get none.' },
    { icon: 'box', text: releasesUnaffected },
    ...(isOnly
      ? [
          {
            icon: 'warn',
            tone: 'warn',
            text: 'This is the last trusted publisher. Only the admin key can publish after this.',
          } as const,
        ]
      : []),
  ],
  button: 'Remove',
  done: `Removed ${name}.`,
});
