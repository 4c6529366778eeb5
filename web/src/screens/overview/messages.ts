import type { ListedRollout } from '@slipway/api';
import { formatDay, formatShare, formatTime } from '../../ui/format.ts';
import { currentShares, type InstalledByDay } from './installed-by-day.ts';

/* The sentences of the overview. */

export const dayOf = (at: number | string): string => formatDay(new Date(at).toISOString().slice(0, 10));

export const usedUpText = (resetsAt: string): string =>
  `Downloads fail (HTTP 402) until ${dayOf(resetsAt)}; update checks keep working.`;

export const runsOutText = (resetsAt: string): string =>
  `Downloads then fail (HTTP 402) until ${dayOf(resetsAt)}; update checks keep working.`;

/** The share of clients not on the newest version, as a sentence. */
export const otherVersionsText = (installed: InstalledByDay): string => {
  const [newest, ...others] = currentShares(installed);
  const share = others.reduce((sum, one) => sum + one.share, 0);
  return newest === undefined
    ? ''
    : `${formatShare(share)} of checks come from other versions than ${newest.name}.`;
};

export const nextRolloutText = ({ steps: [step], state, steppedAt }: ListedRollout): string => {
  if (state === 'paused') return 'paused';
  if (step === undefined) return 'no more steps scheduled';
  const at = formatTime(Date.parse(steppedAt) + step.afterHours * 3_600_000);
  return `next: ${step.percent}% on ${at}`;
};
