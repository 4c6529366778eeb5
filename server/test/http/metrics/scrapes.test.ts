import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { createScrapeCache, scrapeMaxAgeMs } from '../../../src/http/metrics/scrape-cache.ts';

/** Scrapes with a fake clock. */
const open = (ageMs = 0) => {
  const clock = { ms: 0 };
  let count = 0;
  const read = async () => {
    count += 1;
    return { text: `scrape ${count}`, ageMs };
  };
  return { clock, scrape: createScrapeCache(read, () => clock.ms), count: () => count };
};

describe('scrapes of metrics', () => {
  test('concurrent requests share one reading', async () => {
    const { scrape, count } = open();
    const texts = await Promise.all(Array.from({ length: 100 }, scrape));
    assert.deepEqual([new Set(texts).size, count()], [1, 1]);
  });

  test('a reading is cached for one second', async () => {
    const { clock, scrape } = open();
    assert.equal(await scrape(), 'scrape 1');
    clock.ms = scrapeMaxAgeMs - 1;
    assert.equal(await scrape(), 'scrape 1');
    clock.ms = scrapeMaxAgeMs;
    assert.equal(await scrape(), 'scrape 2');
  });

  test('a reading of another worker is cached only for the rest of its second', async () => {
    const { clock, scrape } = open(600);
    await scrape();
    clock.ms = scrapeMaxAgeMs - 601;
    assert.equal(await scrape(), 'scrape 1');
    clock.ms = scrapeMaxAgeMs - 600;
    assert.equal(await scrape(), 'scrape 2');
  });

  test('a failure is not cached', async () => {
    let isBroken = true;
    const scrape = createScrapeCache(
      async () => {
        if (isBroken) throw new Error('broken');
        return { text: 'numbers', ageMs: 0 };
      },
      () => 0,
    );
    await assert.rejects(Promise.resolve(scrape()), /broken/);
    isBroken = false;
    assert.equal(await scrape(), 'numbers');
  });
});
