import assert from 'node:assert/strict';
import type { IncomingMessage } from 'node:http';
import { connect } from 'node:net';
import { PassThrough } from 'node:stream';
import { describe, type TestContext, test } from 'node:test';
import { waitUntil } from '../../../lab/wait-until.ts';
import { bounds } from '../../src/domain/model/bounds.ts';
import { createUploadSlots } from '../../src/http/limits/upload-slots.ts';
import { useStage } from './stage.ts';

/* The responses of evicted requests; cost/ tests their cost. */

describe('request quotas', () => {
  const stage = useStage();

  const send = (t: TestContext, text: string) => {
    const socket = connect({ host: '127.0.0.1', port: stage().service.port });
    let answer = '';
    socket.on('error', () => {});
    socket.on('data', (chunk) => {
      answer += chunk;
    });
    socket.write(text);
    t.after(() => socket.destroy());
    return { answer: () => answer, socket };
  };

  test('an app with too many concurrent bodies loses the oldest: 429 with Retry-After', async (t) => {
    const { app } = stage();
    const head = `POST /v1/apps/${app.slug}/releases HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer ${app.key}\r\n`;
    const half = `${head}Content-Type: application/json\r\nContent-Length: ${bounds.bodyBytes}\r\n\r\n${' '.repeat(bounds.bodyBytes - 1)}`;
    const first = send(t, half);
    await waitUntil('it has left', () => !first.socket.connecting && first.socket.writableLength === 0);
    // Later responses prove that it was read, so its response is not lost with unread bytes.
    for (let time = 0; time < 5; time++) await stage().service.api(`/v1/apps/${app.slug}`);
    for (let sent = 0; sent < bounds.bodiesBytesOfApp; sent += bounds.bodyBytes) send(t, half);
    await waitUntil('the first makes way', () => first.answer() !== '');
    assert.match(first.answer(), /^HTTP\/1\.1 429 [\s\S]*retry-after: 1\r\n[\s\S]*"too-many-requests"/i);
    const small = JSON.stringify({ version: '9.0.0' });
    const quick = send(
      t,
      `${head}Content-Type: application/json\r\nContent-Length: ${small.length}\r\n\r\n${small}`,
    );
    await waitUntil('a quick one is answered', () => quick.answer() !== '');
    assert.match(quick.answer(), /^HTTP\/1\.1 201 /);
  });

  test('a request may have a hundred headers; one more returns 431', async (t) => {
    const withHeaders = (count: number) =>
      `GET /healthz HTTP/1.1\r\n${Array.from({ length: count - 1 }, (_, index) => `x${index}: 1\r\n`).join('')}Host: localhost\r\n\r\n`;
    const [fits, over] = [send(t, withHeaders(bounds.headers)), send(t, withHeaders(bounds.headers + 1))];
    await waitUntil('both are answered', () => fits.answer() !== '' && over.answer() !== '');
    assert.match(fits.answer(), /^HTTP\/1\.1 200 /);
    assert.match(over.answer(), /^HTTP\/1\.1 431 [\s\S]*"headers-too-large"/);
  });

  /** Uploads with these limits. */
  const openSlots = (limits: { total: number; ofApp: number; ofAddress: number }) => {
    const slots = createUploadSlots(limits);
    let count = 0;
    const begin = (app: string | undefined, address = `address-${count++}`) => {
      const body = new PassThrough();
      const bytes = slots.watch(body as unknown as IncomingMessage, { app, address });
      const send = async (text: string): Promise<string> => {
        body.write(text);
        return String((await bytes.next()).value);
      };
      return { body, send, next: () => bytes.next(), isClosed: () => body.destroyed };
    };
    /** Starts several uploads that have each sent some bytes. */
    const beginMany = async (app: string | undefined, many: number, address?: string) => {
      const uploads = Array.from({ length: many }, () => begin(app, address));
      for (const upload of uploads) upload.body.on('error', () => {});
      for (const { send } of uploads) await send('a').catch(() => {});
      return uploads;
    };
    return { slots, begin, beginMany };
  };
  const open = (uploads: { isClosed(): boolean }[]): boolean[] => uploads.map(({ isClosed }) => !isClosed());

  test('with too many uploads, a stalled one is cut off, not an active one', async () => {
    const { slots, begin } = openSlots({ total: 2, ofApp: 9, ofAddress: 9 });
    const [moving, still, late] = [begin('app'), begin('app'), begin('app')];
    for (const one of [moving, still]) await one.send('a');
    await moving.send('b');
    const ended = still.next();
    await late.send('c');
    await assert.rejects(ended, /stalled/);
    assert.equal(slots.size(), 2);
    moving.body.end('d');
    assert.equal(String((await moving.next()).value), 'd');
    assert.equal((await moving.next()).done, true);
    assert.equal(slots.size(), 1);
  });

  test('with too many uploads, the app with the most loses one, even an active one', async () => {
    const { beginMany } = openSlots({ total: 4, ofApp: 9, ofAddress: 9 });
    const slow = await beginMany('slow', 1);
    const greedy = await beginMany('greedy', 6);
    assert.deepEqual([open(slow), open(greedy)], [[true], [false, false, false, true, true, true]]);
  });

  test('uploads without an app count as one app', async () => {
    const { beginMany } = openSlots({ total: 4, ofApp: 9, ofAddress: 9 });
    const slow = await beginMany('slow', 1);
    const nameless = await beginMany(undefined, 6);
    assert.deepEqual([open(slow), open(nameless).filter(Boolean).length], [[true], 3]);
  });

  test('one app and one address have their own limits', async () => {
    const { beginMany } = openSlots({ total: 99, ofApp: 3, ofAddress: 2 });
    assert.deepEqual(open(await beginMany('app', 4)), [false, true, true, true]);
    assert.deepEqual(open(await beginMany('other', 3, 'same')), [false, true, true]);
  });
});
