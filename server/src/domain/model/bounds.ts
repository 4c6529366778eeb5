import { cacheBounds } from './bounds/caches.ts';
import { listBounds } from './bounds/lists.ts';
import { quotaBounds } from './bounds/quotas.ts';
import { requestBounds } from './bounds/requests.ts';
import { rolloutBounds } from './bounds/rollouts.ts';
import { transferBounds } from './bounds/transfers.ts';
import { trustBounds } from './bounds/trust.ts';
import { usageBounds } from './bounds/usage.ts';
import { workBounds } from './bounds/work.ts';

/*
 * Limits for everything that clients or key holders can make grow. Code that stores, reads or waits takes its limit
 * from here. `npm run docs` writes each with its comment to docs/reference/limits.md. Field lengths are part of the API
 * and live in its schemas (api/src/bounds.ts).
 */

const all = {
  ...requestBounds,
  ...transferBounds,
  ...workBounds,
  ...trustBounds,
  ...cacheBounds,
  ...quotaBounds,
  ...listBounds,
  ...usageBounds,
  ...rolloutBounds,
};

export const bounds: Readonly<Record<keyof typeof all, number>> = all;
