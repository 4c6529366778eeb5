import assert from 'node:assert/strict';
import type { HttpReply } from '../../../lab/request.ts';
import { type Answer, answerOf, type Question } from './recording.ts';

/*
 * Compares a response with the recorded one. Public responses must be identical. Publishing API responses must contain
 * all recorded fields and may have more.
 */

type Json = Record<string, unknown>;

const isObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Parses dates: the number of digits may differ. */
const asMoments = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(asMoments);
  if (!isObject(value)) return value;
  const entries = Object.entries(value).map(([name, inner]) => [
    name,
    name === 'pub_date' ? new Date(String(inner)).toISOString() : asMoments(inner),
  ]);
  return Object.fromEntries(entries);
};

/** The fields of `actual` that `expected` has, at every depth. */
const only = (actual: unknown, expected: unknown): unknown => {
  if (Array.isArray(actual) && Array.isArray(expected))
    return actual.map((item, index) => only(item, expected[index]));
  if (!isObject(actual) || !isObject(expected)) return actual;
  const comparable = Object.entries(actual).filter(([name]) => name in expected);
  return Object.fromEntries(comparable.map(([name, value]) => [name, only(value, expected[name])]));
};

/** The storage sets the time of staged bytes, which were just copied. */
const withoutStagedTimes = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(withoutStagedTimes);
  if (!isObject(value)) return value;
  const isStaged = value.state === 'declared' && typeof value.uploadedAt === 'string';
  const entries = Object.entries(value).map(([name, inner]) => [name, withoutStagedTimes(inner)]);
  return { ...Object.fromEntries(entries), ...(isStaged ? { uploadedAt: 'just now' } : {}) };
};

const code = (text: string): unknown => (JSON.parse(text) as Json).code;

/** The wording of an explanation may change; its meaning may not. */
const outcomeOf = (text: string): unknown => {
  const { outcome, release } = JSON.parse(text) as { outcome: string; release: Json | null };
  return { outcome, version: release?.version };
};

/** An app that reused a deleted one's slug must see only its own entries. */
const ownEntries = (text: string): unknown => {
  const { entries } = JSON.parse(text) as { entries: Json[] };
  const created = entries.findIndex(({ action }) => action === 'app.create');
  return entries.slice(0, created + 1);
};

const comparableBody = (path: string, text: string): unknown => {
  if (path.includes('/explain?')) return outcomeOf(text);
  if (path.includes('/audit?')) return ownEntries(text);
  const { warnings: _warnings, ...comparable } = JSON.parse(text) as Json;
  return withoutStagedTimes(comparable);
};

const assertSameManaged = (path: string, actual: string, expected: string): void => {
  const reference = comparableBody(path, expected);
  assert.deepEqual(only(comparableBody(path, actual), reference), reference, path);
};

const isJson = ({ headers }: Answer): boolean => headers['content-type']?.includes('json') === true;

const assertSamePublic = (path: string, actual: Answer, expected: Answer): void => {
  const { 'content-length': _, ...headers } = expected.headers;
  const reference = isJson(expected) ? headers : expected.headers;
  assert.deepEqual(only(actual.headers, reference), reference, path);
  if (!isJson(expected))
    assert.deepEqual([actual.text, actual.base64], [expected.text, expected.base64], path);
  else assert.deepEqual(asMoments(JSON.parse(actual.text ?? '')), asMoments(JSON.parse(expected.text ?? '')));
};

export const assertSameAnswer = ({ host, path }: Question, reply: HttpReply, expected: Answer): void => {
  const actual = answerOf(reply);
  const name = `${host ?? ''}${path}`;
  assert.equal(actual.status, expected.status, `${name}: ${actual.text}`);
  if (expected.status >= 400) assert.equal(code(actual.text ?? ''), code(expected.text ?? ''), name);
  else if (host === undefined) assertSameManaged(name, actual.text ?? '', expected.text ?? '');
  else assertSamePublic(name, actual, expected);
};
