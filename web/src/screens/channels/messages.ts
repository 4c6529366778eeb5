import type { Channel, Offer } from '@slipway/api';
import type { EffectLine } from '../../actions/effect-lines.ts';

/* Sentences about channels and changes to them. Pure. */

const reserved = ['v1', 'download', '.', '..'];

/** Validates a new channel's name while the user types. */
export const channelNameError = (name: string, taken: readonly string[]): string | undefined => {
  if (name === '') return undefined;
  if (/[^A-Za-z0-9._-]/.test(name)) return 'Only letters, digits, dots, underscores and hyphens.';
  if (name.length > 64) return 'At most 64 characters.';
  if (reserved.includes(name)) return `“${name}” means something else in an address.`;
  return taken.includes(name) ? `There is a channel ${name} already.` : undefined;
};

export const newestVersion = (channel: string, offers: readonly Offer[]): string | undefined =>
  offers.find((offer) => offer.channel === channel && offer.newest)?.version;

/** Sorts active channels first, then `stable`, then by name. */
export const sortChannels = (channels: readonly Channel[]): Channel[] => {
  const rank = ({ name, active }: Channel): number => (active ? 0 : 2) + (name === 'stable' ? 0 : 1);
  return [...channels].sort((a, b) => rank(a) - rank(b) || a.name.localeCompare(b.name));
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
