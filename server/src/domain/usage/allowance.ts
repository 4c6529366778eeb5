import { Refusal } from '../model/errors.ts';
import type { Site } from '../model/site.ts';
import type { UsageMeter } from './usage-meter.ts';

/** Rejects a download before its first byte if the app's monthly allowance is used up. */
export const requireAllowance = async (
  usageMeter: Pick<UsageMeter, 'monthBytes'>,
  { app }: Site,
): Promise<void> => {
  const { allowanceBytes, slug } = app;
  if (allowanceBytes === undefined || (await usageMeter.monthBytes(slug)) < allowanceBytes) return;
  throw new Refusal('allowance-exhausted', 'This app’s download allowance for the month is used up.');
};
