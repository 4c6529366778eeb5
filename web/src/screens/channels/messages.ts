import type { Channel } from '@slipway/api';
import type { Confirmation } from '../../actions/confirmation.ts';
import type { EffectLine } from '../../actions/effect-lines.ts';

/* The sentences of the channels screen. Pure. */

export const channelNameMissing = 'Enter a name.';
export const channelUnchanged = 'No changes.';

export const channelCreated = (name: string): string => `Created channel ${name}.`;

const reserved = ['v1', 'download', '.', '..'];

/** Validates a new channel's name while the user types. */
export const channelNameError = (name: string, taken: readonly string[]): string | undefined => {
  if (name === '') return undefined;
  if (/[^A-Za-z0-9._-]/.test(name)) return 'Use letters, digits, dots, underscores, and hyphens.';
  if (name.length > 64) return 'Use at most 64 characters.';
  if (reserved.includes(name)) return `“${name}” is reserved.`;
  return taken.includes(name) ? `Channel ${name} already exists.` : undefined;
};

export const archiveLines = (name: string, newest: string | undefined): EffectLine[] => [
  { icon: 'box', text: `No new releases can be published to ${name}.` },
  {
    icon: 'people',
    text:
      newest === undefined
        ? `Clients on ${name} get no updates, as today.`
        : `Clients on ${name} are still offered ${newest}.`,
  },
  { icon: 'undo', text: 'You can unarchive it anytime.' },
];

export const alsoOffersLines = (name: string, other: string | undefined): EffectLine[] =>
  other === undefined
    ? [{ icon: 'arrow', text: `Clients on ${name} are offered only ${name} releases.` }]
    : [
        {
          icon: 'arrow',
          text: `Clients on ${name} are offered the newer of ${name} and ${other}.`,
        },
        { icon: 'people', text: `Clients on ${other} aren’t affected.` },
        { icon: 'undo', text: 'You can undo this anytime; updated clients stay on their version.' },
      ];

/** Confirms archiving an active channel, or unarchiving an archived one. */
export const archiveConfirmation = ({ name, active }: Channel, newest: string | undefined): Confirmation =>
  active
    ? {
        title: `Archive ${name}?`,
        lines: archiveLines(name, newest),
        button: 'Archive channel',
        done: `Archived ${name}.`,
      }
    : {
        title: `Unarchive ${name}?`,
        lines: [{ icon: 'arrow', text: `Releases can be published to ${name} again.` }],
        button: 'Unarchive channel',
        done: `Unarchived ${name}.`,
      };

export const alsoOffersConfirmation = (name: string, other: string | null): Confirmation => ({
  title: `Edit ${name}`,
  lines: alsoOffersLines(name, other ?? undefined),
  button: 'Save',
  done: other === null ? `${name} now offers only its own releases.` : `${name} also offers ${other}.`,
});
