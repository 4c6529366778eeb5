import type { EvidenceLine, ListedRollout } from '@slipway/api';
import { formatCount, formatDay, formatQuantity, formatShare, formatTime } from '../../ui/format.ts';
import type { AllowanceForecast } from './allowance-forecast.ts';
import { currentShares, type InstalledByDay } from './installed-by-day.ts';

/* The sentences of the overview. */

export const dayOf = (at: number | string): string => formatDay(new Date(at).toISOString().slice(0, 10));

/** When the download limit is reached. */
export const limitText = (forecast: AllowanceForecast): string =>
  forecast.kind === 'runs-out'
    ? `Download limit reached around ${dayOf(forecast.on)}`
    : 'Download limit reached';

export const downloadsFailText = (forecast: AllowanceForecast, resetsAt: string): string =>
  `Downloads ${forecast.kind === 'runs-out' ? 'then ' : ''}fail (HTTP 402) until ${dayOf(resetsAt)}; update checks keep working.`;

/** How many platforms are offered the newest release. */
export const platformsText = (count: number, behind: number): string =>
  behind === 0
    ? `on all ${formatQuantity(count, 'platform')}`
    : `on ${count} of ${formatQuantity(count + behind, 'platform')}`;

/** The share of clients not on the newest version, as a sentence. */
export const otherVersionsText = (installed: InstalledByDay): string => {
  const [newest, ...others] = currentShares(installed);
  const share = others.reduce((sum, one) => sum + one.share, 0);
  return newest === undefined
    ? ''
    : `${formatShare(share)} of checks come from other versions than ${newest.name}.`;
};

export const nextRolloutText = ({ steps: [step, ...later], state, steppedAt }: ListedRollout): string => {
  if (state === 'paused') return 'of clients';
  if (step === undefined) return 'of clients · no more steps scheduled';
  const at = formatTime(Date.parse(steppedAt) + step.afterHours * 3_600_000);
  const then = later.map(({ percent }) => ` → ${percent}%`).join('');
  return `of clients · next: ${step.percent}% on ${at}${then === '' ? '' : `, then${then}`}`;
};

export const stoppedText = ({ by, reason }: NonNullable<ListedRollout['stopped']>): string =>
  `${by === 'brake' ? 'Paused automatically' : 'Paused'}: ${reason}`;

/** The outcomes of all platforms together. */
export const healthText = (evidence: readonly EvidenceLine[]): string => {
  const line = evidence.find(({ target }) => target === null);
  if (line === undefined) return 'No health reports yet.';
  const all = line.good + line.bad;
  return `${formatQuantity(line.bad, 'failure')} of ${formatCount(all)} health reports (${formatShare(line.bad / (all || 1))}).`;
};
