import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { createResponseTable } from '../../../src/http/checks/response-table.ts';
import { detachBytes, type SerializedResponse } from '../../../src/node/response-head.ts';

/* Cached responses are found only by their key and returned unchanged except for the date. */

const before = 'Thu, 01 Jan 1970 00:00:00 GMT';

const serializedOf = (text: string): SerializedResponse => {
  const head = `HTTP/1.1 200 OK\r\nDate: `;
  const bytes = Buffer.from(`${head}${before}\r\n\r\n${text}`);
  return { status: 200, bytes, dateAt: head.length, date: before };
};
const siteSlot = { slot: 3, generation: 7, note: 1 };
const bodyOf = (bytes: Buffer): string | undefined => bytes.toString('latin1').split('\r\n\r\n')[1];

describe('the response table', () => {
  test('finds the last response that was stored under a key, among many', () => {
    const responses = createResponseTable();
    const stored = new Map<string, { text: string; slot: number }>();
    const rows = new Set<number>();
    for (let count = 0; count < 30_000; count++) {
      // Puts some of them again.
      const key = {
        host: `app-${count % 20_000}.example.com`,
        path: `/releases/stable/linux/x86_64/1.0.${count % 7}`,
      };
      const text = `answer ${count} ${'x'.repeat(count % 900)}`;
      const at = responses.put(key, serializedOf(text), { slot: count, generation: ~count, note: count % 5 });
      assert.notEqual(at, undefined);
      stored.set(`${key.host}${key.path}`, { text, slot: count });
    }
    for (const [key, { text, slot }] of stored) {
      const slash = key.indexOf('/');
      const at = responses.find({ host: key.slice(0, slash), path: key.slice(slash) });
      assert.equal(bodyOf(responses.read(at).serialized.bytes), text);
      const row = responses.counterRowOf(at);
      rows.add(row);
      assert.deepEqual(
        [responses.siteSlotOf(at), ~responses.slotGenerationOf(at), responses.labelOf(row)],
        [slot, slot, slot % 5],
      );
    }
    assert.equal(rows.size, stored.size);
    assert.equal(responses.find({ host: 'app-1.example.com', path: '/releases/stable/linux/x86_64/2' }), -1);
    // The same characters, split differently between host and path.
    assert.equal(
      responses.find({ host: 'app-1.example.com/releases', path: '/stable/linux/x86_64/1.0.1' }),
      -1,
    );
    assert.equal(responses.find({ host: '', path: '' }), -1);
  });

  test('updates the date of a response and nothing else', () => {
    const responses = createResponseTable();
    const original = serializedOf('body');
    const at = responses.put({ host: 'a', path: '/b' }, original, siteSlot) as number;
    const earliest = Date.now() - 2000;
    const text = responses.read(at).serialized.bytes.toString('latin1');
    const [, date = ''] = /Date: (.*)\r\n/.exec(text) ?? [];
    // Whole seconds, and the last tick may be a second ago; the test's own duration does not count.
    assert.ok(Date.parse(date) >= earliest && Date.parse(date) <= Date.now(), text);
    assert.equal(text.replace(date, before), original.bytes.toString('latin1'));
  });

  test('leaves an unread response unchanged', () => {
    const responses = createResponseTable();
    const [one, other] = ['one', 'another'].map((text) =>
      responses.put({ host: text, path: '/' }, serializedOf(text), siteSlot),
    ) as [number, number];
    const { serialized } = responses.read(one);
    const waiting = serialized.bytes;
    detachBytes(serialized);
    assert.equal(bodyOf(responses.read(other).serialized.bytes), 'another');
    assert.equal(bodyOf(responses.read(one).serialized.bytes), 'one');
    assert.equal(bodyOf(responses.read(other).serialized.bytes), 'another');
    assert.equal(bodyOf(waiting), 'one');
  });

  test('counts, keeps its labels, and still counts after its responses are cleared', () => {
    const responses = createResponseTable();
    const key = { host: 'a.example.com', path: '/x' };
    const at = responses.put(key, serializedOf('text'), siteSlot) as number;
    const row = responses.counterRowOf(at);
    assert.deepEqual(
      [responses.count(row), responses.count(row), responses.drainCount(row), responses.drainCount(row)],
      [1, 2, 2, 0],
    );
    assert.deepEqual(
      [responses.siteSlotOf(at), responses.slotGenerationOf(at), responses.labelOf(row)],
      [3, 7, 1],
    );
    assert.equal(responses.find(key), at);
    assert.equal(responses.counterRowOf(responses.put(key, serializedOf('other'), siteSlot) as number), row);
    responses.count(row);
    responses.clear(0);
    assert.equal(responses.drainCount(row), 1);
  });

  test('passes its memory on to the next table, without the contents', () => {
    const responses = createResponseTable();
    const keyOf = (index: number) => ({ host: `app-${index}.example.com`, path: '/x' });
    const fill = (into: typeof responses, text: string) => {
      for (let index = 0; index < 3000; index++)
        assert.notEqual(
          into.put(keyOf(index), serializedOf(`${text} ${index} ${'x'.repeat(900)}`), siteSlot),
          undefined,
        );
    };
    fill(responses, 'old');
    const { pieces, table } = responses.clear(responses.bytes());
    assert.ok(pieces.length > 1);
    const next = createResponseTable({ pieces: [...pieces], table });
    for (let index = 0; index < 3000; index++) assert.equal(next.find(keyOf(index)), -1);
    assert.equal(next.bytes(), 0);
    fill(next, 'new');
    for (let index = 0; index < 3000; index++)
      assert.match(bodyOf(next.read(next.find(keyOf(index))).serialized.bytes) ?? '', /^new \d+ x{900}$/);
    const left = next.clear(next.bytes());
    assert.equal(left.table, table);
    assert.equal(left.pieces.length, pieces.length);
    for (const [index, piece] of left.pieces.entries()) assert.equal(piece, pieces[index]);
  });

  test('passes on no more memory than is allowed', () => {
    const responses = createResponseTable();
    for (let index = 0; index < 5000; index++)
      responses.put({ host: `app-${index}`, path: '/' }, serializedOf('x'.repeat(900)), siteSlot);
    const { pieces, table } = responses.clear(1 << 20);
    assert.equal(pieces.length, 2);
    const next = createResponseTable({ pieces, table });
    const at = next.put({ host: 'app-1', path: '/' }, serializedOf('next'), siteSlot) as number;
    assert.equal(bodyOf(next.read(at).serialized.bytes), 'next');
    assert.equal(next.find({ host: 'app-2', path: '/' }), -1);
  });

  test('rejects keys and responses that are too long, and keys that are not Latin-1', () => {
    const responses = createResponseTable();
    // Only its low byte would be written, which is that of an a.
    assert.equal(responses.put({ host: 'a', path: '/š' }, serializedOf('text'), siteSlot), undefined);
    const most = 4096 - serializedOf('').bytes.length;
    assert.equal(
      responses.put({ host: 'a', path: '/' }, serializedOf('x'.repeat(most + 1)), siteSlot),
      undefined,
    );
    assert.equal(
      responses.put({ host: 'a', path: `/${'b'.repeat(255)}` }, serializedOf('text'), siteSlot),
      undefined,
    );
    assert.equal(
      responses.put({ host: 'a', path: '/' }, serializedOf('x'.repeat(20_000)), siteSlot),
      undefined,
    );
    assert.equal(responses.bytes(), 0);
    const at = responses.put(
      { host: 'a', path: `/${'b'.repeat(254)}` },
      serializedOf('x'.repeat(most)),
      siteSlot,
    );
    assert.equal(bodyOf(responses.read(at as number).serialized.bytes), 'x'.repeat(most));
  });
});
