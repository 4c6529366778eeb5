import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { bounds } from '../../../src/domain/model/bounds.ts';
import { createDeliveries } from '../../../src/domain/usage/deliveries.ts';
import { createPartialFiles } from '../../../src/domain/usage/partial-files.ts';
import { createRedirectLimiter } from '../../../src/domain/usage/redirect-limiter.ts';
import { createHeldClock } from '../world.ts';

const at = '2026-01-15T12:00:00.000Z';
const file = { app: 'hello', releaseId: 'rel_1', target: 'linux', network: 7, sizeBytes: 1000 };

/** The deliveries counted for these ranges; the client aborted `broken` ones. */
const delivered = (...pieces: [start: number, end: number, how?: 'broken'][]): number => {
  const deliveries = createDeliveries();
  for (const [start, end, how] of pieces)
    deliveries.addPiece(file, { start, end, isComplete: how === undefined }, at);
  return deliveries.take().reduce((sum, { count }) => sum + count, 0);
};

describe('a delivery', () => {
  test('is the whole file in one response', () => {
    assert.equal(delivered([0, 999]), 1);
    assert.equal(delivered([0, 999], [0, 999]), 2);
    assert.equal(delivered([0, 999, 'broken']), 0);
  });

  test('is no single byte, however often the last one is sent', () => {
    assert.equal(delivered(...Array.from({ length: 100 }, () => [999, 999] as [number, number])), 0);
    assert.equal(delivered([1, 999]), 0);
  });

  test('is a download that broke off and was resumed, once', () => {
    assert.equal(delivered([0, 399, 'broken'], [400, 999]), 1);
    assert.equal(delivered([0, 449, 'broken'], [400, 699, 'broken'], [650, 999]), 1);
    assert.equal(delivered([0, 399, 'broken'], [400, 999], [400, 999]), 1);
    assert.equal(delivered([0, 399, 'broken'], [401, 999]), 0);
  });

  test('is one file in segments that arrive in any order', () => {
    assert.equal(delivered([750, 999], [0, 249], [500, 749], [250, 499]), 1);
  });

  test('is not put together from pieces that different networks were sent', () => {
    const deliveries = createDeliveries();
    deliveries.addPiece(file, { start: 0, end: 499, isComplete: true }, at);
    deliveries.addPiece({ ...file, network: 8 }, { start: 500, end: 999, isComplete: true }, at);
    assert.deepEqual(deliveries.take(), []);
  });

  test('of one network is written with at most five others, and of no more networks than there is room for', () => {
    const deliveries = createDeliveries();
    for (let i = 0; i < 50; i++) deliveries.add(file, at);
    assert.equal(deliveries.take()[0]?.count, bounds.deliveriesOfNetwork);
    for (let network = 0; network < bounds.waitingNetworks + 9; network++)
      deliveries.add({ ...file, network }, at);
    assert.equal(deliveries.take().length, bounds.waitingNetworks);
  });
});

describe('parts of files', () => {
  test('are remembered of so many networks, and of so many files of each', () => {
    const partial = createPartialFiles();
    const half = { start: 0, end: 499 };
    const rest = { start: 500, end: 999 };
    const add = (name: string, network: number, piece = half) =>
      partial.add({ name, network, sizeBytes: 1000 }, piece, true);
    for (let i = 0; i <= bounds.partialDeliveriesOfNetwork; i++) add(`file-${i}`, 1);
    assert.equal(partial.count(), bounds.partialDeliveriesOfNetwork);
    assert.equal(add('file-0', 1, rest), false, 'the oldest was forgotten');
    assert.equal(add('file-9', 1, rest), true);
    for (let network = 2; network < bounds.partialDeliveries + 50; network++) add('file', network);
    assert.equal(partial.count(), bounds.partialDeliveries);
  });

  test('are remembered in so many pieces, the largest ones', () => {
    const partial = createPartialFiles();
    const one = { name: 'file', network: 1, sizeBytes: 1000 };
    for (let i = 0; i < 100; i++) partial.add(one, { start: 10 * i, end: 10 * i + (i === 0 ? 8 : 2) }, true);
    assert.equal(partial.add(one, { start: 9, end: 999 }, true), true);
  });
});

describe('redirects of one network', () => {
  test('count for one file in 15 minutes', () => {
    const clock = createHeldClock();
    const count = createRedirectLimiter(clock);
    const whole = { bytes: 1000, isDownload: true, isDelivery: true };
    const nothing = { bytes: 0, isDownload: false, isDelivery: false };
    assert.deepEqual(count(file, whole), whole);
    assert.deepEqual(count(file, whole), nothing);
    assert.deepEqual(count({ ...file, network: 8 }, whole), whole);
    assert.deepEqual(count({ ...file, target: 'mac' }, whole), whole);
    clock.advance(899);
    assert.deepEqual(count(file, whole), nothing);
    clock.advance(1);
    assert.deepEqual(count(file, whole), whole);
  });

  test('that ask for parts count up to the whole: a byte first does not hide the rest', () => {
    const count = createRedirectLimiter(createHeldClock());
    const byte = { bytes: 1, isDownload: false, isDelivery: false };
    assert.deepEqual(count(file, byte), byte);
    const whole = { bytes: 1000, isDownload: true, isDelivery: true };
    assert.deepEqual(count(file, whole), { ...whole, bytes: 999 });
    assert.deepEqual(count(file, byte), { ...byte, bytes: 0 });
  });
});
