import assert from 'node:assert/strict';
import { EventEmitter } from 'node:events';
import type { ServerResponse } from 'node:http';
import { describe, test } from 'node:test';
import { bounds } from '../../src/domain/nouns/bounds.ts';
import { createUnread } from '../../src/http/answer/unread.ts';

/** An answer of which its client has not taken so much. */
const createResponse = (waitingBytes: number) => {
  const facts = { destroyed: false, timeoutMs: 0 };
  const emitter = new EventEmitter();
  const response = Object.assign(emitter, {
    socket: {
      writableLength: waitingBytes,
      setTimeout: (ms: number) => {
        facts.timeoutMs = ms;
      },
    },
    destroy: () => {
      facts.destroyed = true;
      emitter.emit('close');
    },
  });
  return { facts, response: response as unknown as ServerResponse };
};

const half = bounds.unreadBytes / 2;

describe('answers that clients have not taken', () => {
  test('what waits for longest is cut off when there is more than the bound', () => {
    const { watch } = createUnread();
    const waiting = [1, 2, 3].map(() => createResponse(half));
    for (const { response } of waiting) watch(response, {}, half);
    assert.deepEqual(
      waiting.map(({ facts }) => facts.destroyed),
      [true, false, false],
    );
    assert.ok(waiting.every(({ facts }) => facts.timeoutMs === bounds.unreadSeconds * 1000));
  });

  test('a body that many wait for counts once', () => {
    const { watch } = createUnread();
    const waiting = Array.from({ length: 100 }, () => createResponse(half));
    const body = {};
    for (const { response } of waiting) watch(response, body, half);
    assert.ok(waiting.every(({ facts }) => !facts.destroyed));
  });

  test('what was taken counts no more, and what is taken at once never did', () => {
    const { watch } = createUnread();
    for (let index = 0; index < 10; index++) {
      const { response, facts } = createResponse(half);
      watch(response, {}, half);
      response.emit('close');
      assert.equal(facts.destroyed, false);
    }
    const quick = Array.from({ length: 10 }, () => createResponse(0));
    for (const { response } of quick) watch(response, {}, half);
    assert.ok(quick.every(({ facts }) => !facts.destroyed && facts.timeoutMs === 0));
  });
});
