import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { routeTable } from '../../../src/http/route-table.ts';
import type { RouteRow } from '../../../src/http/routing/route-row.ts';
import { createTestApp, type TestApp } from '../../harness.ts';
import { leastCostOf, useMetered } from './meter.ts';

/* Every field of every body at maximum size, made of valid characters and one invalid one. */

const bodyBytes = 1024 * 1024 - 256;

interface Rule {
  pattern?: string;
  properties?: Record<string, Rule>;
  items?: Rule;
  anyOf?: Rule[];
}

interface Field {
  path: string[];
  rule: Rule;
}

/** A schema's fields and list items, each with its path. */
const fieldsOf = (rule: Rule, path: string[] = []): Field[] => [
  ...(path.length === 0 ? [] : [{ path, rule: { ...rule.anyOf?.[0], ...rule } }]),
  ...Object.entries(rule.properties ?? {}).flatMap(([name, inner]) => fieldsOf(inner, [...path, name])),
  ...(rule.items === undefined ? [] : fieldsOf(rule.items, [...path, '0'])),
];

const units = ['a', 'A', '7', '/', '-', '.', '_', '+', ' ', '~', 'a.', 'a-', 'a/', '1.', '- '];

/** The characters that a pattern accepts. */
const likedBy = ({ pattern }: Rule): string[] => {
  if (pattern === undefined) return ['a'];
  const shape = new RegExp(pattern, 'u');
  const texts = (unit: string) => [unit, `a${unit}a`, `.${unit}`, `a/${unit}`, unit.repeat(64)];
  return units.filter((unit) => texts(unit).some((text) => shape.test(text)));
};

const fill = (unit: string, bytes: number): string => unit.repeat(Math.floor(bytes / unit.length));

const listOf = (item: string): string => `[${fill(`${item},`, bodyBytes - item.length - 2)}${item}]`;

/** Maximum-size JSON values that no field accepts. */
const values = (rule: Rule): [name: string, json: string][] => [
  ...likedBy(rule).map((unit): [string, string] => [`text of ${unit}`, `"${fill(unit, bodyBytes)}é"`]),
  ['nested lists', fill('[', bodyBytes / 2) + fill(']', bodyBytes / 2)],
  ['nested objects', fill('{"a":', bodyBytes * 0.8) + 1 + fill('}', bodyBytes * 0.16)],
  ['a list of numbers', listOf('1')],
  ['a list of lists', listOf('[]')],
  ['a list of objects', listOf('{}')],
  ['a list of texts', listOf('"a"')],
  ['many members', `{${Array.from({ length: 80_000 }, (_, index) => `"k${index}":1`).join(',')}}`],
  ['a long name', `{"${fill('a', bodyBytes - 5)}":1}`],
  ['escapes', `"${fill('\\u00e9', bodyBytes)}"`],
];

const some = (count: number, item: string): string => `[${`${item},`.repeat(count - 1)}${item}]`;

/** JSON values within the body limit but far over any field's limit. */
const valuesWithin: [name: string, json: string][] = [
  ['9,990 numbers', some(9990, '1')],
  ['9,990 texts', some(9990, '""')],
  ['5,900 lists', some(5900, '[]')],
  ['5,900 objects', some(5900, '{}')],
  ['4,900 members', `{${Array.from({ length: 4900 }, (_, index) => `"k${index}":1`).join(',')}}`],
  [
    '80 objects of 60 members',
    some(80, `{${Array.from({ length: 60 }, (_, index) => `"k${index}":1`).join(',')}}`),
  ],
];

/** A body with the value at the end of the path. */
const bodyAround = (path: string[], json: string): string =>
  path.reduceRight((inner, step) => (step === '0' ? `[${inner}]` : `{"${step}":${inner}}`), json);

/** Public reports accept one kilobyte, thirty a minute: see attacks/reports. */
const withBodies = routeTable.filter(
  ([, , access, route]) => route.body !== undefined && access !== 'site' && access !== 'site-or-base',
);

const json = { 'content-type': 'application/json' };

describe('the cost of a field', () => {
  const service = useMetered();
  let app: TestApp;
  before(async () => {
    app = await createTestApp(service());
    // Code that runs for the first time costs several times as much, and an attacker gets that once.
    const body = bodyAround(['etags', '0'], some(9990, '1'));
    for (let time = 0; time < 50; time++)
      await service().api(`/v1/apps/${app.slug}/artifacts/complete`, { method: 'POST', headers: json, body });
  });

  /** The cost of rejecting such a body. */
  const costOfBody = ([method, url]: RouteRow, body: string, budgetMs: number): Promise<number> =>
    leastCostOf(service(), budgetMs, async () => {
      const path = url.replace(':app', app.slug).replaceAll(/:\w+/g, 'x');
      const reply = await service().api(path, { method, headers: json, body });
      assert.equal(reply.status, 400, `${body.slice(0, 100)}: ${reply.text().slice(0, 500)}`);
      assert.ok(reply.body.length < 64 * 1024, `the answer has ${reply.body.length} bytes`);
    });

  for (const row of withBodies) {
    const fields = [{ path: [], rule: {} }, ...fieldsOf(row[3].body as Rule)];
    test(`${row[0]} ${row[1]}: a body takes 1 ms of the main thread for 64 KiB at most`, async () => {
      const least = await costOfBody(row, '[]', 0);
      const over: string[] = [];
      for (const { path, rule } of fields) {
        for (const [name, value] of [...values(rule), ...valuesWithin]) {
          const body = bodyAround(path, value);
          // One more millisecond, because a short body is too cheap to measure on a busy machine.
          const budgetMs = least + 1 + Math.ceil(body.length / (64 * 1024));
          const ms = await costOfBody(row, body, budgetMs);
          if (ms > budgetMs) over.push(`/${path.join('/')} ${name}: ${ms.toFixed(1)} ms`);
        }
      }
      assert.deepEqual(over, []);
    });
  }
});
