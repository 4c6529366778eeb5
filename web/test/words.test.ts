import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { ProblemError, problems } from '@slipway/api';
import { describeProblem, fieldError, remedyFor } from '../src/data/problem-messages.ts';

describe('problem messages', () => {
  test('give a remedy for every code', () => {
    for (const code of Object.keys(problems)) assert.match(remedyFor(code) ?? '', /^[A-Z].{8,}\.$/, code);
  });

  test('contain the server’s message, the code and the request ID', () => {
    const problem = {
      type: '',
      title: '',
      status: 500,
      detail: 'It broke.',
      code: 'internal',
      requestId: 'r-1',
    };
    const description = describeProblem(new ProblemError(500, problem, null));
    assert.deepEqual(
      [description.message, description.code, description.requestId],
      ['It broke.', 'internal', 'r-1'],
    );
    assert.match(describeProblem(new TypeError('Failed to fetch')).message, /Can’t reach the server/);
  });

  test('allow a retry only where it can help', () => {
    const canRetry = (status: number): boolean =>
      describeProblem(new ProblemError(status, undefined, null)).canRetry;
    for (const status of [400, 402, 403, 404, 409, 410]) assert.equal(canRetry(status), false, `${status}`);
    for (const status of [429, 500, 502, 503, 507]) assert.equal(canRetry(status), true, `${status}`);
    assert.equal(describeProblem(new TypeError('Failed to fetch')).canRetry, true);
  });

  test('find the error of a field', () => {
    const errors = [{ pointer: '/slug', code: 'pattern', detail: 'slug is not valid.' }];
    const problem = { type: '', title: '', status: 400, detail: '', code: 'invalid-fields', errors };
    const error = new ProblemError(400, problem, null);
    assert.equal(fieldError(error, '/slug'), 'slug is not valid.');
    assert.equal(fieldError(error, '/name'), undefined);
  });
});
