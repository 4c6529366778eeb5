import type { Delivery } from './app.ts';
import type { Warning } from './release.ts';

/* Warnings about the drawbacks of each delivery mode. */

const cached: readonly Warning[] = [
  {
    code: 'usage-partial',
    detail:
      'Usage counts what reaches the service; what caches answer is missing in it, and it is marked `partial`.',
  },
  {
    code: 'prune-at-origin',
    detail:
      'Pruning stops bytes at the service alone: caches give out what they hold for up to a year, unless you purge it there.',
  },
  {
    code: 'allowance-at-origin',
    detail:
      'A used-up allowance stops bytes at the service alone: clients go on downloading what caches hold.',
  },
];

const redirect: readonly Warning[] = [
  {
    code: 'usage-partial',
    detail:
      'Usage counts what was asked for, whether it arrives or not, and not what is read again from a signed address; it is marked `partial`. Who asks and reads nothing uses up an allowance all the same.',
  },
  {
    code: 'addresses-outlive',
    detail:
      'A signed address that was given out is good for 15 minutes, also after the allowance is used up; pruning removes the file that it leads to.',
  },
  {
    code: 'bytes-unchecked',
    detail:
      'The storage sends the bytes itself, so that the service no longer checks them on their way; clients check size, SHA-256 and signature as before.',
  },
  {
    code: 'storage-public',
    detail:
      'Clients connect to the storage: its address must be reachable for them, and they must follow redirects.',
  },
];

const back: readonly Warning[] = [
  {
    code: 'caches-keep',
    detail:
      'Caches give out what they hold for up to a year, uncounted, unless you purge it there; usage of the days until today stays marked `partial`.',
  },
];

/** The drawbacks of a switch; empty if counting stays the same. */
export const deliveryWarnings = (from: Delivery, to: Delivery): readonly Warning[] => {
  if (to === 'cached') return cached;
  const left = from === 'cached' ? back : [];
  return to === 'redirect' ? [...redirect, ...left] : left;
};
