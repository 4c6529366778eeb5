import type { App } from '@slipway/api';
import type { Choice } from '../../parts/choices.tsx';

/** How files may reach clients, each with what it gives up. */
export const deliveries: readonly Choice<App['delivery']>[] = [
  {
    value: 'metered',
    name: 'From here',
    what: 'Every byte is counted, and the allowance and pruning hold at once. Coming from caches, purge them: they go on with what they keep.',
  },
  {
    value: 'cached',
    name: 'Kept by caches or a CDN',
    what: 'Given up: usage misses what caches answer, and what they keep stays for up to a year, pruned or over the allowance. Needs a cache in front.',
  },
  {
    value: 'redirect',
    name: 'From S3',
    what: 'Given up: clients must reach S3 itself, usage counts what was asked for, an address outlives the allowance by 15 minutes, and bytes are not checked on their way.',
  },
];
