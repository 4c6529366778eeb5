import assert from 'node:assert/strict';

/** Asserts that a time is between the start of a call and now, with some tolerance for clock differences. */
export const assertSince = (instant: unknown, before: number, after = Date.now()): void => {
  const at = Date.parse(String(instant));
  assert.ok(at >= before - 1000 && at <= after + 1000, `${String(instant)} is about now`);
};
