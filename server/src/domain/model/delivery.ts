import type { Delivery } from './app.ts';
import type { Warning } from './release.ts';

/* Warnings about the drawbacks of each delivery mode. */

const cached: readonly Warning[] = [
  {
    code: 'usage-partial',
    detail:
      'Usage counts only requests that reach the server and is marked `partial`; downloads served by caches are missing.',
  },
  {
    code: 'prune-at-origin',
    detail: 'Pruning doesn’t reach caches: they may serve a file for up to a year unless you purge it.',
  },
  {
    code: 'allowance-at-origin',
    detail: 'When the allowance is used up, caches keep serving the files they have.',
  },
];

const redirect: readonly Warning[] = [
  {
    code: 'usage-partial',
    detail:
      'Usage counts requests, not completed transfers, and is marked `partial`. Repeated reads of a signed URL aren’t counted, and requests that download nothing still use the allowance.',
  },
  {
    code: 'addresses-outlive',
    detail:
      'Signed URLs stay valid for 15 minutes, even after the allowance is used up. Pruning deletes the file behind them.',
  },
  {
    code: 'bytes-unchecked',
    detail:
      'The storage sends files itself, so the server no longer checks them in transit. Clients still check size, SHA-256 and signature.',
  },
  {
    code: 'storage-public',
    detail: 'Clients connect to the storage: they must be able to reach its URL and follow redirects.',
  },
];

const back: readonly Warning[] = [
  {
    code: 'caches-keep',
    detail:
      'Caches may serve files for up to a year, uncounted, unless you purge them. Usage until today stays marked `partial`.',
  },
];

/** The drawbacks of a switch; empty if counting stays the same. */
export const deliveryWarnings = (from: Delivery, to: Delivery): readonly Warning[] => {
  if (to === 'cached') return cached;
  const left = from === 'cached' ? back : [];
  return to === 'redirect' ? [...redirect, ...left] : left;
};
