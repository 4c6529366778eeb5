import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { Refusal, type RefusalCode } from '../../../src/domain/model/errors.ts';
import { problemOf } from '../../../src/http/response/problems.ts';

describe('problems', () => {
  test('details about the database and the storage go only to the log', () => {
    const refusals: [RefusalCode, string][] = [
      ['database-unavailable', 'The database does not accept the configured user or password.'],
      ['database-unavailable', 'The configured database does not exist.'],
      ['storage-unavailable', 'The bucket acme-releases does not answer.'],
      ['artifact-damaged', 'The stored bytes are not the published ones: /var/lib/slipway/x is gone.'],
    ];
    for (const [code, detail] of refusals) {
      const publicDetail = problemOf(new Refusal(code, detail)).detail;
      assert.notEqual(publicDetail, detail);
      assert.doesNotMatch(publicDetail, /password|configured|acme|var\//);
    }
    const details = refusals.slice(0, 2).map(([code, detail]) => problemOf(new Refusal(code, detail)).detail);
    assert.equal(new Set(details).size, 1, 'one fault is not told from another');
  });

  test('errors that a client can fix keep their details', () => {
    const detail = 'Channel "x" not found. Create it, or use an existing channel.';
    assert.equal(problemOf(new Refusal('channel-missing', detail)).detail, detail);
  });
});
