import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { stringifyLarge } from '../../../src/http/response/render-json.ts';

const heavy = 'é"\\'.repeat(100_000);

test('a long value is serialized as by JSON.stringify', async () => {
  const value = fc.oneof(
    fc.jsonValue(),
    fc.object({ withNullPrototype: false, values: [fc.string(), fc.constant(undefined)] }),
  );
  await fc.assert(
    fc.asyncProperty(value, async (inner) => {
      for (const whole of [{ inner, heavy }, [heavy, inner], { a: [{ b: inner }, heavy], c: {} }])
        assert.equal(String(await stringifyLarge(whole)), JSON.stringify(whole));
      assert.equal(await stringifyLarge({ inner }), JSON.stringify({ inner }));
    }),
    { numRuns: 30 },
  );
});

test('serializing a long value does not block the event loop', async () => {
  let turns = 0;
  const timer = setInterval(() => {
    turns += 1;
  }, 0);
  const written = await stringifyLarge({
    list: Array.from({ length: 400 }, () => ({ text: 'x'.repeat(64 * 1024) })),
  });
  clearInterval(timer);
  assert.ok(Buffer.isBuffer(written) && written.length > 400 * 64 * 1024);
  assert.ok(turns > 3, `${turns} turns`);
});
