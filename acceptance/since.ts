import assert from 'node:assert/strict';

/** That a moment lies between one that was noted before a call and now; clocks of two machines may differ a little. */
export const assertSince = (instant: unknown, before: number, after = Date.now()): void => {
  const at = Date.parse(String(instant));
  assert.ok(at >= before - 1000 && at <= after + 1000, `${String(instant)} is about now`);
};
