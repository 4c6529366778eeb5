import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { createResponseTable } from '../../../src/http/checks/response-table.ts';
import { detachBytes, type SerializedResponse } from '../../../src/node/response-head.ts';

/* Cached responses are found only by their key and returned unchanged except for the date. */

const before = 'Thu, 01 Jan 1970 00:00:00 GMT';

const sealedOf = (text: string): SerializedResponse => {
  const head = `HTTP/1.1 200 OK\r\nDate: `;
  const bytes = Buffer.from(`${head}${before}\r\n\r\n${text}`);
  return { status: 200, bytes, dateAt: head.length, date: before };
};
const seated = { seat: 3, stamp: 7, note: 1 };
const bodyOf = (bytes: Buffer): string | undefined => bytes.toString('latin1').split('\r\n\r\n')[1];

describe('a rack', () => {
  test('finds what was laid down last by the same words, however many there are', () => {
    const rack = createResponseTable();
    const laid = new Map<string, { text: string; seat: number }>();
    const rows = new Set<number>();
    for (let count = 0; count < 30_000; count++) {
      // Puts some of them again.
      const words = {
        host: `app-${count % 20_000}.example.com`,
        path: `/releases/stable/linux/x86_64/1.0.${count % 7}`,
      };
      const text = `answer ${count} ${'x'.repeat(count % 900)}`;
      const at = rack.put(words, sealedOf(text), { seat: count, stamp: ~count, note: count % 5 });
      assert.notEqual(at, undefined);
      laid.set(`${words.host}${words.path}`, { text, seat: count });
    }
    for (const [key, { text, seat }] of laid) {
      const slash = key.indexOf('/');
      const at = rack.find({ host: key.slice(0, slash), path: key.slice(slash) });
      assert.equal(bodyOf(rack.read(at).sealed.bytes), text);
      const row = rack.rowOf(at);
      rows.add(row);
      assert.deepEqual([rack.seatOf(at), ~rack.stampOf(at), rack.noteOf(row)], [seat, seat, seat % 5]);
    }
    assert.equal(rows.size, laid.size);
    assert.equal(rack.find({ host: 'app-1.example.com', path: '/releases/stable/linux/x86_64/2' }), -1);
    // The same characters, split differently between host and path.
    assert.equal(rack.find({ host: 'app-1.example.com/releases', path: '/stable/linux/x86_64/1.0.1' }), -1);
    assert.equal(rack.find({ host: '', path: '' }), -1);
  });

  test('gives each answer the date of now, and nothing else that is new', () => {
    const rack = createResponseTable();
    const sealed = sealedOf('body');
    const at = rack.put({ host: 'a', path: '/b' }, sealed, seated) as number;
    const earliest = Date.now() - 2000;
    const text = rack.read(at).sealed.bytes.toString('latin1');
    const [, date = ''] = /Date: (.*)\r\n/.exec(text) ?? [];
    // Whole seconds, and the last tick may be a second ago; the test's own duration does not count.
    assert.ok(Date.parse(date) >= earliest && Date.parse(date) <= Date.now(), text);
    assert.equal(text.replace(date, before), sealed.bytes.toString('latin1'));
  });

  test('leaves an answer that its client has not taken as it is', () => {
    const rack = createResponseTable();
    const [one, other] = ['one', 'another'].map((text) =>
      rack.put({ host: text, path: '/' }, sealedOf(text), seated),
    ) as [number, number];
    const { sealed } = rack.read(one);
    const waiting = sealed.bytes;
    detachBytes(sealed);
    assert.equal(bodyOf(rack.read(other).sealed.bytes), 'another');
    assert.equal(bodyOf(rack.read(one).sealed.bytes), 'one');
    assert.equal(bodyOf(rack.read(other).sealed.bytes), 'another');
    assert.equal(bodyOf(waiting), 'one');
  });

  test('counts, keeps its numbers, and counts on where its answers are gone', () => {
    const rack = createResponseTable();
    const words = { host: 'a.example.com', path: '/x' };
    const at = rack.put(words, sealedOf('text'), seated) as number;
    const row = rack.rowOf(at);
    assert.deepEqual(
      [rack.count(row), rack.count(row), rack.takeCount(row), rack.takeCount(row)],
      [1, 2, 2, 0],
    );
    assert.deepEqual([rack.seatOf(at), rack.stampOf(at), rack.noteOf(row)], [3, 7, 1]);
    assert.equal(rack.find(words), at);
    assert.equal(rack.rowOf(rack.put(words, sealedOf('other'), seated) as number), row);
    rack.count(row);
    rack.clear(0);
    assert.equal(rack.takeCount(row), 1);
  });

  test('leaves its memory to the next one, and nothing that lies in it', () => {
    const rack = createResponseTable();
    const wordsOf = (index: number) => ({ host: `app-${index}.example.com`, path: '/x' });
    const lay = (into: typeof rack, text: string) => {
      for (let index = 0; index < 3000; index++)
        assert.notEqual(
          into.put(wordsOf(index), sealedOf(`${text} ${index} ${'x'.repeat(900)}`), seated),
          undefined,
        );
    };
    lay(rack, 'old');
    const { pieces, table } = rack.clear(rack.bytes());
    assert.ok(pieces.length > 1);
    const next = createResponseTable({ pieces: [...pieces], table });
    for (let index = 0; index < 3000; index++) assert.equal(next.find(wordsOf(index)), -1);
    assert.equal(next.bytes(), 0);
    lay(next, 'new');
    for (let index = 0; index < 3000; index++)
      assert.match(bodyOf(next.read(next.find(wordsOf(index))).sealed.bytes) ?? '', /^new \d+ x{900}$/);
    const left = next.clear(next.bytes());
    assert.equal(left.table, table);
    assert.equal(left.pieces.length, pieces.length);
    for (const [index, piece] of left.pieces.entries()) assert.equal(piece, pieces[index]);
  });

  test('leaves no more of its memory than there is room for', () => {
    const rack = createResponseTable();
    for (let index = 0; index < 5000; index++)
      rack.put({ host: `app-${index}`, path: '/' }, sealedOf('x'.repeat(900)), seated);
    const { pieces, table } = rack.clear(1 << 20);
    assert.equal(pieces.length, 2);
    const next = createResponseTable({ pieces, table });
    const at = next.put({ host: 'app-1', path: '/' }, sealedOf('next'), seated) as number;
    assert.equal(bodyOf(next.read(at).sealed.bytes), 'next');
    assert.equal(next.find({ host: 'app-2', path: '/' }), -1);
  });

  test('takes nothing that is too long or too wide to be found or copied', () => {
    const rack = createResponseTable();
    // Only its low byte would be written, which is that of an a.
    assert.equal(rack.put({ host: 'a', path: '/š' }, sealedOf('text'), seated), undefined);
    const most = 4096 - sealedOf('').bytes.length;
    assert.equal(rack.put({ host: 'a', path: '/' }, sealedOf('x'.repeat(most + 1)), seated), undefined);
    assert.equal(rack.put({ host: 'a', path: `/${'b'.repeat(255)}` }, sealedOf('text'), seated), undefined);
    assert.equal(rack.put({ host: 'a', path: '/' }, sealedOf('x'.repeat(20_000)), seated), undefined);
    assert.equal(rack.bytes(), 0);
    const at = rack.put({ host: 'a', path: `/${'b'.repeat(254)}` }, sealedOf('x'.repeat(most)), seated);
    assert.equal(bodyOf(rack.read(at as number).sealed.bytes), 'x'.repeat(most));
  });
});
