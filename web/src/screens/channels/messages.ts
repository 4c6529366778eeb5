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
  if (/[^A-Za-z0-9._-]/.test(name)) return 'Only letters, digits, dots, underscores and hyphens.';
  if (name.length > 64) return 'At most 64 characters.';
  if (reserved.includes(name)) return `“${name}” means something else in an address.`;
  return taken.includes(name) ? `There is a channel ${name} already.` : undefined;
};

export const archiveLines = (name: string, newest: string | undefined): EffectLine[] => [
  { icon: 'box', text: `Nothing more is published to ${name}, and no draft is begun in it.` },
  {
    icon: 'people',
    text:
      newest === undefined
        ? 'Its clients are offered nothing now, and that stays so.'
        : `Its clients keep what they have, and are still offered ${newest} where they do not have it.`,
  },
  { icon: 'undo', text: 'You can activate it again at any time.' },
];

export const alsoOffersLines = (name: string, other: string | undefined): EffectLine[] =>
  other === undefined
    ? [{ icon: 'arrow', text: `Clients of ${name} are offered releases of ${name} alone.` }]
    : [
        {
          icon: 'arrow',
          text: `Clients of ${name} are offered whichever is newer: what ${name} has for them, or what ${other} has.`,
        },
        { icon: 'people', text: `Clients of ${other} see no difference.` },
        { icon: 'undo', text: 'You can end it at any time; whoever has updated keeps what they have.' },
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
