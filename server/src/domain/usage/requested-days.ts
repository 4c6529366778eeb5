import { bounds } from '../model/bounds.ts';
import { Refusal } from '../model/errors.ts';
import { countDaysInclusive, type Day } from '../model/instant.ts';
import type { PartialDays, UsageBy, UsageSum } from '../model/usage.ts';

/* What may be asked of usage in one call, and what is said of days that were not wholly counted. */

const refuseDays = (code: string, detail: string): Refusal =>
  new Refusal('invalid-fields', detail, [{ pointer: '/from', code, detail }]);

/** Refuses days in the wrong order, or more than one call reads. */
export const requireDayRange = (from: Day, to: Day, by: UsageBy | undefined): void => {
  if (from > to) throw refuseDays('after-to', 'from must not lie after to.');
  const { usageDetailDays, usageDays } = bounds;
  if (countDaysInclusive(from, to) <= (by === undefined ? usageDetailDays : usageDays)) return;
  const detail = `One call reads at most ${usageDetailDays} days, or ${usageDays} with by=day, by=release or by=target.`;
  throw refuseDays('too-many-days', detail);
};

/** Refuses what is too much for one answer; how much it is, only the store knows. */
export const requireRowLimit = (rows: readonly UsageSum[], by: UsageBy | undefined): void => {
  const most = by === undefined ? bounds.usageRows : bounds.usageSums;
  if (rows.length <= most) return;
  const detail = `These days have more than ${most.toLocaleString('en')} rows; ask for fewer days${by === undefined ? ', or with by=day, by=release or by=target' : ''}.`;
  throw refuseDays('too-many-rows', detail);
};

const last: Day = '9999-12-31';

/** Marks the rows of days on which not all was counted; a row of many days has no mark of its own. */
export const markPartialRows = (rows: readonly UsageSum[], partial: readonly PartialDays[]): UsageSum[] =>
  rows.map((row) => {
    const { day } = row;
    const isPartial = partial.some(({ from, to = last }) => day !== undefined && from <= day && day <= to);
    return isPartial ? { ...row, isPartial } : row;
  });
