import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { connect, type Socket } from 'node:net';
import { describe, test } from 'node:test';
import { waitUntil } from '../../../lab/wait-until.ts';
import { bounds } from '../../src/domain/model/bounds.ts';
import { createPublisher, createTestApp } from '../harness.ts';
import { target, useStage } from './stage.ts';
import { size } from './uploading.ts';

/* A publish key of one app opens as many uploads as it can and trickles bytes. Other apps' uploads continue. */

const attackers = 1_100;

describe('one app that uploads too much', () => {
  const stage = useStage();

  /** Starts a PUT and resolves when the server asks for its body. */
  const beginPut = (url: string, length: number, headers: Record<string, string> = {}) => {
    const { pathname, search } = new URL(url);
    const socket: Socket = connect({ host: '127.0.0.1', port: stage().service.uploadPort });
    let answer = '';
    socket.on('error', () => {});
    socket.on('data', (chunk) => {
      answer += chunk;
    });
    const lines = Object.entries({ host: 'localhost', ...headers, 'content-length': String(length) });
    const head = lines.map(([name, value]) => `${name}: ${value}\r\n`).join('');
    socket.write(`PUT ${pathname}${search} HTTP/1.1\r\n${head}Expect: 100-continue\r\n\r\n`);
    const isAsked = () => answer.startsWith('HTTP/1.1 100 ');
    return { socket, answer: () => answer, isAsked, isClosed: () => socket.closed };
  };

  /** As many part URLs as there are uploads. */
  const partAddresses = async (): Promise<string[]> => {
    const { service } = stage();
    const app = await createTestApp(service);
    await service.api(`/v1/apps/${app.slug}/releases`, { key: app.key, json: { version: '1.0.0' } });
    const urls: string[] = [];
    for (let index = 0; urls.length < attackers; index++) {
      const reply = await service.api(`/v1/apps/${app.slug}/artifacts/presign`, {
        key: app.key,
        json: {
          ...{ version: '1.0.0', target: `linux-x86_${index}`, format: '.bin', parts: true },
          ...{ size: 4 * 2 ** 30, sha256: 'a'.repeat(64) },
        },
      });
      assert.equal(reply.status, 201, reply.text());
      urls.push(...reply.json<{ parts: { urls: string[] } }>().parts.urls);
    }
    return urls.slice(0, attackers);
  };

  test(`a slow upload of another app survives ${attackers} that drip`, async (t) => {
    const { service } = stage();
    const victim = await createTestApp(service);
    const publisher = createPublisher(service, victim);
    const bytes = randomBytes(size);
    const id = await publisher.draft({ version: '1.0.0' });
    const ticket = await publisher.presign({ version: '1.0.0' }, { target, bytes });
    const slow = beginPut(ticket.uploadUrl, size, ticket.headers);
    await waitUntil('the slow one begins', slow.isAsked);
    slow.socket.write(bytes.subarray(0, size / 2));

    const dripping = (await partAddresses()).map((url) => beginPut(url, 16 * 2 ** 20));
    t.after(() => {
      for (const { socket } of [slow, ...dripping]) socket.destroy();
    });
    for (const { isAsked, isClosed } of dripping) await waitUntil('asked', () => isAsked() || isClosed());
    for (const { socket } of dripping) socket.write('x');
    const surplus = attackers - bounds.uploadsOfApp;
    await waitUntil('some are cut off', () => {
      const closed = dripping.filter(({ isClosed }) => isClosed()).length;
      return slow.isClosed() || closed >= surplus;
    });
    for (const { socket } of dripping) if (!socket.closed) socket.write('x');

    slow.socket.write(bytes.subarray(size / 2));
    await waitUntil('the slow one ends', () => slow.isClosed() || slow.answer().includes('HTTP/1.1 200 '));
    assert.match(slow.answer(), /HTTP\/1\.1 200 /);
    assert.equal((await publisher.publish(id)).status, 200);
  });
});
