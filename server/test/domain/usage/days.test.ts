import assert from 'node:assert/strict';
import { test } from 'node:test';
import { countDaysInclusive } from '../../../src/domain/model/instant.ts';

test('days are counted as the calendar has them', () => {
  const dayMs = 86_400_000;
  const first = Date.parse('1999-12-30');
  const dayAt = (index: number) => new Date(first + index * dayMs).toISOString().slice(0, 10);
  for (let index = 0; index < 40_000; index += 7)
    assert.equal(countDaysInclusive(dayAt(0), dayAt(index)), index + 1, dayAt(index));
  assert.equal(countDaysInclusive('2024-02-28', '2024-03-01'), 3);
  assert.equal(countDaysInclusive('2026-05-01', '2026-05-01'), 1);
});
