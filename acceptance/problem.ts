import assert from 'node:assert/strict';
import { type Problem, type ProblemCode, problems } from '@slipway/api';
import type { Answer } from './dial.ts';

const members = ['type', 'title', 'status', 'detail', 'code', 'errors', 'requestId'];

/** The rules of decisions.md for every error. */
export const assertWellFormedProblem = (answer: Answer): void => {
  assert.match(answer.headers['content-type'] ?? '', /^application\/problem\+json\b/, answer.text);
  assert.equal(answer.headers['cache-control'], 'no-store');
  const problem = answer.json<Problem>();
  const names = Object.keys(problem);
  assert.deepEqual(
    names,
    members.filter((name) => names.includes(name)),
    'the members of RFC 9457 and ours, no others',
  );
  assert.deepEqual(names.slice(0, 5), members.slice(0, 5));
  assert.equal(problem.status, answer.status);
  assert.match(problem.code, /^[a-z0-9]+(-[a-z0-9]+)*$/);
  assert.ok(problem.code in problems, `${problem.code} is in the closed list`);
  assert.equal(problems[problem.code as ProblemCode].status, answer.status);
  assert.ok(problem.type.length > 0 && problem.title.length > 0 && problem.detail.length > 0);
  for (const error of problem.errors ?? []) {
    assert.deepEqual(Object.keys(error), ['pointer', 'code', 'detail']);
  }
};

/** Asserts that a response is this problem, and returns it. */
export const assertProblem = (answer: Answer, status: number, code?: ProblemCode): Problem => {
  assert.equal(answer.status, status, answer.text);
  const problem = answer.json<Problem>();
  if (code !== undefined) assert.equal(problem.code, code, answer.text);
  return problem;
};

/** The names of the invalid fields in a problem. */
export const faultyFields = (problem: Problem): string[] => [
  ...new Set((problem.errors ?? []).map((error) => error.pointer.replace(/^#?\//, ''))),
];

/** Asserts a 400 response with exactly these invalid fields. */
export const assertInvalid = (answer: Answer, ...fields: string[]): void => {
  const problem = assertProblem(answer, 400);
  assert.deepEqual(faultyFields(problem).sort(), fields.sort(), answer.text);
};
