import { bounds } from '../model/bounds.ts';
import { Refusal } from '../model/errors.ts';
import { countDaysInclusive, type Day } from '../model/instant.ts';
import type { PartialDays, UsageBy, UsageSum } from '../model/usage.ts';

/* Limits for usage requests, and marks for days with incomplete counts. */

const refuseDays = (code: string, detail: string): Refusal =>
  new Refusal('invalid-fields', detail, [{ pointer: '/from', code, detail }]);

/** Rejects reversed ranges, and more days than one request reads. */
export const requireDayRange = (from: Day, to: Day, by: UsageBy | undefined): void => {
  if (from > to) throw refuseDays('after-to', 'from must not be after to.');
  const { usageDetailDays, usageDays } = bounds;
  if (countDaysInclusive(from, to) <= (by === undefined ? usageDetailDays : usageDays)) return;
  const detail = `At most ${usageDetailDays} days per request, or ${usageDays} with by=day, by=release or by=target.`;
  throw refuseDays('too-many-days', detail);
};

/** Only the store knows the number of rows, so the limit applies after reading. */
export const requireRowLimit = (rows: readonly UsageSum[], by: UsageBy | undefined): void => {
  const most = by === undefined ? bounds.usageRows : bounds.usageSums;
  if (rows.length <= most) return;
  const detail = `More than ${most.toLocaleString('en')} rows. Request fewer days${by === undefined ? ', or use by=day, by=release or by=target' : ''}.`;
  throw refuseDays('too-many-rows', detail);
};

const last: Day = '9999-12-31';

/** Marks rows of incomplete days; totals over many days have no mark. */
export const markPartialRows = (rows: readonly UsageSum[], partial: readonly PartialDays[]): UsageSum[] =>
  rows.map((row) => {
    const { day } = row;
    const isPartial = partial.some(({ from, to = last }) => day !== undefined && from <= day && day <= to);
    return isPartial ? { ...row, isPartial } : row;
  });
