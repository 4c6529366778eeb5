import type { App, SigningKey } from '@slipway/api';
import type { Line } from '../../acting/effect-lines.ts';
import type { Choice } from '../../parts/choices.tsx';

/* What is decided about signatures, in words. Pure. */

/** Keys in use first, the youngest before the older. */
export const inOrder = (keys: readonly SigningKey[]): SigningKey[] =>
  [...keys].sort((a, b) =>
    a.state === b.state ? b.createdAt.localeCompare(a.createdAt) : a.state === 'active' ? -1 : 1,
  );

/** What may be done with signatures that fail; without a key that is in use nothing can be required. */
export const policiesFor = (hasKey: boolean): readonly Choice<App['signatures']>[] => [
  {
    value: 'require',
    name: 'Require',
    what: 'A release with a signature that is missing, wrong or of a strange key is not published.',
    ...(hasKey ? {} : { reason: 'Needs a signing key that is in use: add one above first.' }),
  },
  {
    value: 'warn',
    name: 'Warn',
    what: hasKey
      ? 'It is published, with a warning.'
      : 'It is published, with a warning. Nothing is judged yet: there is no key to judge by.',
  },
  { value: 'off', name: 'Off', what: 'Signatures are passed on as they are, and not looked at.' },
];

export const signedVersions: readonly Choice<App['signedVersion']>[] = [
  {
    value: 'warn',
    name: 'May name the version',
    what: 'One that names none is warned of; one that names another never passes.',
  },
  {
    value: 'require',
    name: 'Must name the version',
    what: 'So that nobody passes an old signed file off as a new release. It counts while signatures are required.',
  },
];

/** Which versions of the app have a key built in. */
export const builtIn = ({ fromVersion }: Pick<SigningKey, 'fromVersion'>): string =>
  fromVersion === null ? 'every version' : `${fromVersion} and later`;

/** What taking a key out of use means. */
export const retireLines = ({ keyId }: SigningKey, isLast: boolean): Line[] => [
  { icon: 'arrow', text: `What is signed with ${keyId} from now on does not pass.` },
  { icon: 'box', text: 'What was published with it stays as it is, and is offered as before.' },
  ...(isLast
    ? [
        {
          icon: 'warn' as const,
          tone: 'warn' as const,
          text: 'It is the last one: nothing is judged without it.',
        },
      ]
    : []),
  { icon: 'undo', text: 'You can use it again at any time.' },
];
