/* Forecasts the monthly allowance. Pure. */

export interface UsageMonth {
  bytes: number;
  allowanceBytes: number | null;
  resetsAt: string;
  partial?: true;
}

const monthStart = (resetsAt: string): number => {
  const end = new Date(resetsAt);
  return Date.UTC(end.getUTCFullYear(), end.getUTCMonth() - 1, 1);
};

/** The elapsed part of the month, 0 to 1. */
export const elapsedShareOfMonth = (resetsAt: string, now: number): number => {
  const start = monthStart(resetsAt);
  return Math.min(Math.max((now - start) / (Date.parse(resetsAt) - start), 0), 1);
};

export type AllowanceForecast =
  | { kind: 'unlimited' }
  | { kind: 'used-up' }
  | { kind: 'lasts' }
  | { kind: 'runs-out'; on: number };

/** Extrapolates the month's downloads from their daily average. */
export const forecastAllowance = (
  { bytes, allowanceBytes, resetsAt }: UsageMonth,
  bytesPerDay: number,
  now: number,
): AllowanceForecast => {
  if (allowanceBytes === null) return { kind: 'unlimited' };
  if (bytes >= allowanceBytes) return { kind: 'used-up' };
  if (bytesPerDay <= 0) return { kind: 'lasts' };
  const on = now + ((allowanceBytes - bytes) / bytesPerDay) * 86_400_000;
  return on < Date.parse(resetsAt) ? { kind: 'runs-out', on } : { kind: 'lasts' };
};

/** The forecast from the last seven complete days, and their daily average. */
export const forecastUsage = (
  { month, bytes }: { month: UsageMonth; bytes: readonly number[] },
  now = Date.now(),
): { forecast: AllowanceForecast; bytesPerDay: number } => {
  const week = bytes.slice(-8, -1);
  const bytesPerDay = week.reduce((sum, value) => sum + value, 0) / Math.max(1, week.length);
  return { forecast: forecastAllowance(month, bytesPerDay, now), bytesPerDay };
};
