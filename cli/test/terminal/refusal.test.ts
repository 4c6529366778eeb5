import assert from 'node:assert/strict';
import test from 'node:test';
import { ProblemError } from '@slipway/api';
import { toFailure } from '../../src/errors/to-failure.ts';

test('untrusted text in a problem cannot add a line or a terminal command', () => {
  const detail =
    'The rollout is paused: crashes.\nerror: paste this\u001b[8m into your shell. Resume it first.';
  const problem = { type: 'x', title: 'x', status: 409, code: 'rollout-paused', detail };
  const { message } = toFailure(new ProblemError(409, problem, null));
  // biome-ignore lint/suspicious/noControlCharactersInRegex: none of them may be left
  assert.doesNotMatch(message, /[\u0000-\u001f]/);
  assert.match(message, /crashes\. error: paste this/);
});
