import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { problems } from '@slipway/api';
import { renderOpenapi } from '../../src/http/openapi/openapi.ts';
import { routeTable } from '../../src/http/route-table.ts';

/* The texts of the OpenAPI document. Code generators turn summaries and descriptions into method docs. */

const urls = { baseUrl: 'https://updates.example.com', publicUrl: 'https://{slug}.updates.example.com' };
const document = renderOpenapi(routeTable, '0.0.0', urls);

const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, operation]) => ({ name: `${method} ${path}`, operation })),
);

/** Every verb that a summary may start with. */
const verbs = [
  ...['Add', 'Advance', 'Answer', 'Check', 'Complete', 'Create', 'Declare', 'Delete', 'Download'],
  ...[
    'Exchange',
    'Explain',
    'Get',
    'List',
    'Open',
    'Pause',
    'Plan',
    'Preview',
    'Promote',
    'Prune',
    'Publish',
  ],
  ...[
    'Redirect',
    'Remove',
    'Report',
    'Restore',
    'Resume',
    'Revoke',
    'Sign',
    'Update',
    'Validate',
    'Withdraw',
  ],
];

const maxSummaryLength = 60;
const maxWords = 20;

/** Every `description` with its path, except data in examples, and remedies in the responses of problems. */
const descriptionsIn = (value: unknown, at = ''): [at: string, text: string][] => {
  if (typeof value !== 'object' || value === null || 'x-problems' in value) return [];
  return Object.entries(value).flatMap(([name, inner]): [string, string][] => {
    if (name === 'example' || name === 'examples') return [];
    return name === 'description' && typeof inner === 'string'
      ? [[at, inner]]
      : descriptionsIn(inner, `${at}/${name}`);
  });
};

const sentencesOf = (text: string): string[] => text.split(/(?<=[.?!])\s+/);
const wordsOf = (sentence: string): string[] =>
  sentence.split(/\s+/).filter((word) => /[\p{L}\d]/u.test(word));

describe('texts of the API document', () => {
  test('a summary is a short imperative without a period', () => {
    assert.ok(operations.length > 60);
    for (const { name, operation } of operations) {
      const { summary } = operation;
      assert.ok(
        verbs.includes(summary.split(' ')[0] ?? ''),
        `${name}: "${summary}" starts with no known verb`,
      );
      assert.ok(summary.length <= maxSummaryLength, `${name}: "${summary}" has ${summary.length} characters`);
      assert.doesNotMatch(summary, /[.;:]$|[;:] /, name);
    }
  });

  test('different operations have different summaries', () => {
    const described = operations.map(({ operation: { summary, description } }) => ({ summary, description }));
    for (const { summary, description } of described)
      assert.equal(described.find((one) => one.summary === summary)?.description, description, summary);
  });

  test('every operation has a description, and every sentence of a description is short', () => {
    for (const { name, operation } of operations) assert.match(operation.description, /\.$/, name);
    const long = descriptionsIn(document).flatMap(([at, text]) =>
      sentencesOf(text)
        .filter((sentence) => wordsOf(sentence).length > maxWords)
        .map((sentence) => `${at}: ${sentence}`),
    );
    assert.deepEqual(long, []);
  });

  test('descriptions say server, not service', () => {
    const wrong = descriptionsIn(document).filter(([, text]) => /(?<!crash )\bservices?\b/i.test(text));
    assert.deepEqual(wrong, []);
  });

  test('a problem has a short title of its own', () => {
    const titles = Object.values(problems).map(({ title }) => title);
    assert.equal(new Set(titles).size, titles.length);
    for (const title of titles) {
      assert.ok(title.length <= maxSummaryLength, title);
      assert.match(title, /^[A-Z].*[^.]$/);
    }
  });
});
