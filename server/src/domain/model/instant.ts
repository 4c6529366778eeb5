/**
 * A UTC time as `2026-01-31T12:00:00.000Z`, years 0001 to 9999. The fixed width makes text order equal to time order in
 * code, SQLite and PostgreSQL. Responses show it unchanged. Only the clock port creates them.
 */
export type Instant = string;

/** A UTC day as `2026-01-31`. */
export type Day = string;

/** A UTC month as `2026-01`. */
export type Month = string;

export const dayOf = (at: Instant): Day => at.slice(0, 10);

/** The start of the hour. */
export const hourOf = (at: Instant): Instant => `${at.slice(0, 13)}:00:00.000Z`;

export const monthOf = (at: Instant): Month => at.slice(0, 7);

/** The first moment after a month, when the allowance resets. */
export const endOfMonth = (month: Month): Instant => {
  const year = Number(month.slice(0, 4));
  const next = Number(month.slice(5)) + 1;
  const [y, m] = next > 12 ? [year + 1, 1] : [year, next];
  return `${String(y).padStart(4, '0')}-${String(m).padStart(2, '0')}-01T00:00:00.000Z`;
};

/** Day number since year 0. Years start in March, so that a leap day is the last day of a year. */
const countOf = (day: Day): number => {
  const [year = 0, month = 0, date = 0] = day.split('-').map(Number);
  const y = month < 3 ? year - 1 : year;
  const m = month < 3 ? month + 9 : month - 3;
  const leapDays = Math.floor(y / 4) - Math.floor(y / 100) + Math.floor(y / 400);
  return 365 * y + leapDays + Math.floor((153 * m + 2) / 5) + date;
};

export const countDaysInclusive = (from: Day, to: Day): number => countOf(to) - countOf(from) + 1;

/** Unix time, as used in tokens. */
export const secondsOf = (at: Instant): number => {
  const days = countOf(dayOf(at)) - countOf('1970-01-01');
  const [hours = 0, minutes = 0, seconds = 0] = at.slice(11, -1).split(':').map(Number);
  return ((days * 24 + hours) * 60 + minutes) * 60 + seconds;
};
