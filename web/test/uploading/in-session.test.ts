import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { ProblemError } from '@slipway/api';
import { sessionEnded } from '../../src/data/session.ts';
import { withSession } from '../../src/upload/upload-session.ts';

const refused = (): ProblemError =>
  new ProblemError(401, { type: '', title: '', status: 401, code: 'unauthorized', detail: '' }, null);

describe('an API call during an upload', () => {
  const { signal } = new AbortController();

  test('waits for a new sign-in, then continues', async () => {
    let calls = 0;
    sessionEnded.value = true;
    const answer = await withSession(async () => {
      calls += 1;
      if (calls > 1) return 'done';
      setTimeout(() => {
        sessionEnded.value = false;
      }, 10);
      throw refused();
    }, signal);
    assert.deepEqual([answer, calls], ['done', 2]);
  });

  test('is not retried after a sign-out', async () => {
    let calls = 0;
    const call = async () => {
      calls += 1;
      throw calls > 100 ? new Error('endless') : refused();
    };
    await assert.rejects(withSession(call, signal), { code: 'unauthorized' });
    assert.equal(calls, 1);
  });
});
