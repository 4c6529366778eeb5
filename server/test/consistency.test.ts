import assert from 'node:assert/strict';
import { readdir, readFile } from 'node:fs/promises';
import { describe, test } from 'node:test';
import { HealthReport, Milestone, problems, RolloutPause, Withdrawal } from '@slipway/api';
import { remedies } from '@slipway/core/remedies.ts';
import { adapters } from '../src/adapters/registry.ts';
import { renderOpenapi } from '../src/http/openapi/openapi.ts';
import { routeTable } from '../src/http/route-table.ts';

const root = new URL('../../', import.meta.url);
const read = (path: string): Promise<string> => readFile(new URL(path, root), 'utf8');

const filesUnder = async (folder: string, ending: string): Promise<string[]> => {
  const entries = await readdir(new URL(`${folder}/`, root), { recursive: true, withFileTypes: true });
  return entries
    .filter(
      (entry) => entry.isFile() && entry.name.endsWith(ending) && !entry.parentPath.includes('node_modules'),
    )
    .map((entry) => `${entry.parentPath}/${entry.name}`);
};

const textsUnder = async (folders: string[], ending: string): Promise<{ path: string; text: string }[]> => {
  const paths = (await Promise.all(folders.map((folder) => filesUnder(folder, ending)))).flat();
  return Promise.all(paths.map(async (path) => ({ path, text: await readFile(path, 'utf8') })));
};

describe('the repository', () => {
  test('migrations have the same numbered names in both dialects', async () => {
    const folders = ['sqlite', 'postgres'].map(
      (engine) => new URL(`server/src/drivers/sql/migrations/${engine}/`, root),
    );
    const [sqlite = [], postgres = []] = await Promise.all(folders.map((folder) => readdir(folder)));
    assert.ok(sqlite.length > 0);
    assert.deepEqual(sqlite.sort(), postgres.sort());
    for (const [index, name] of sqlite.entries())
      assert.match(name, new RegExp(`^${String(index + 1).padStart(4, '0')}-[a-z0-9-]+\\.sql$`));
  });

  test('all reasons in request bodies have the same schema', () => {
    const { withdrawal, pause, milestone, report } = {
      withdrawal: Withdrawal.properties.reason,
      pause: RolloutPause.properties.reason,
      milestone: Milestone.properties.reason,
      report: HealthReport.properties.reason.anyOf[0],
    };
    assert.deepEqual([pause, milestone, report], [withdrawal, withdrawal, withdrawal]);
  });

  test('every table of the migrations is copied by `move`', async () => {
    const folder = 'server/src/drivers/sql/migrations/sqlite';
    const migrations = (await textsUnder([folder], '.sql')).map(({ text }) => text).join('\n');
    const copied = await read('server/src/drivers/sql/copy-tables.ts');
    const made = [...migrations.matchAll(/^create table (\w+)/gm)].map(([, name]) => name);
    const names = [...copied.matchAll(/^ {2}\['(\w+)', \[/gm)].map(([, name]) => name);
    assert.deepEqual(names.toSorted(), made.toSorted());
  });

  test('every adapter has golden files and is named in the documents', async () => {
    const documents = await Promise.all(['README.md', 'docs/API.md'].map(read));
    assert.ok(adapters.length > 0);
    for (const { id } of adapters) {
      assert.ok((await readdir(new URL(`server/src/adapters/${id}/golden/`, root))).length > 0, id);
      assert.ok(
        documents.some((text) => text.includes(`\`${id}\``)),
        `${id} is in no document`,
      );
    }
  });

  test('every route is in the OpenAPI document with its parameters, and nothing else is', () => {
    const document = renderOpenapi(routeTable, '0', {
      baseUrl: 'http://api.test',
      publicUrl: 'http://{slug}.test',
    });
    const documented = Object.entries(document.paths).flatMap(([path, operations]) =>
      Object.keys(operations).map((method) => `${method.toUpperCase()} ${path}`),
    );
    const routed = routeTable.map(
      ([method, url]) => `${method} ${url.replaceAll(/:(\w+)/g, '{$1}').replace('*', '{path}')}`,
    );
    assert.deepEqual(documented.sort(), routed.sort());
    for (const [path, operations] of Object.entries(document.paths))
      for (const { parameters, responses, operationId } of Object.values(operations)) {
        const named = parameters.filter((one) => one.in === 'path').map(({ name }) => name);
        const expected = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name);
        assert.deepEqual(named, expected, operationId);
        assert.ok(
          Object.keys(responses).some((status) => Number(status) < 400),
          operationId,
        );
      }
    const ids = Object.values(document.paths).flatMap((operations) =>
      Object.values(operations).map((one) => one.operationId),
    );
    assert.equal(new Set(ids).size, ids.length, 'operation ids are unique');
  });

  test('every problem code has a remedy', () => {
    assert.deepEqual(Object.keys(remedies).sort(), Object.keys(problems).sort());
  });

  test('every problem code is used by the server, and every used one is listed', async () => {
    const source = (await textsUnder(['server/src'], '.ts')).map(({ text }) => text).join('\n');
    const unused = Object.keys(problems).filter((code) => !source.includes(`'${code}'`));
    assert.deepEqual(unused, []);
    const thrown = [...source.matchAll(/new (?:Edge)?Refusal\(\s*'([a-z-]+)'/g)].map(([, code = '']) => code);
    assert.ok(thrown.length > 20);
    for (const code of thrown) assert.ok(code in problems, code);
  });

  test('no `any`, no skipped tests, no open tasks', async () => {
    const sources = await textsUnder(
      ['api', 'core', 'build-files', 'server', 'cli', 'lab', 'acceptance', 'clients', 'bench'],
      '.ts',
    );
    assert.ok(sources.length > 100);
    for (const { path, text } of sources) {
      if (path.endsWith('consistency.test.ts')) continue;
      const code = text.replaceAll(/\/\*[\s\S]*?\*\/|\/\/.*|'[^'\n]*'|`[^`]*`/g, '');
      assert.doesNotMatch(code, /[:<|&(,]\s*any\b(?=[\s;,)>[\]|&=])|\bas any\b/, `${path}: any`);
      assert.doesNotMatch(
        text,
        /\b(?:test|it|describe|suite)\.(?:skip|only|todo)\b|\{\s*(?:skip|only|todo):/,
        `${path}: a test is left out`,
      );
      assert.doesNotMatch(text, /\b(?:TODO|FIXME|XXX)\b/, `${path}: something is left to do`);
    }
  });

  /** The line count of each file, ascending. */
  const lengthsOf = async (folders: string[]) => {
    const texts = await Promise.all(['.ts', '.tsx'].map((ending) => textsUnder(folders, ending)));
    const lengths = texts.flat().map(({ path, text }) => ({ path, lines: text.split('\n').length - 1 }));
    return lengths.sort((a, b) => a.lines - b.lines);
  };

  test('no file is over 250 lines', async () => {
    const product = ['api', 'core', 'build-files', 'server', 'cli', 'web'];
    const lengths = await lengthsOf([...product, 'lab', 'acceptance', 'clients', 'bench', 'scripts']);
    assert.deepEqual(
      lengths.filter(({ lines }) => lines > 250),
      [],
    );
  });

  test('shipped files are short: half under 60 lines, 95 % under 160', async () => {
    const lengths = await lengthsOf(
      ['api', 'core', 'build-files', 'server', 'cli', 'web'].map((name) => `${name}/src`),
    );
    const at = (share: number): number => lengths[Math.floor(lengths.length * share)]?.lines ?? 0;
    assert.ok(at(0.5) < 60, `half have up to ${at(0.5)} lines`);
    assert.ok(at(0.95) < 160, `95 of 100 have up to ${at(0.95)} lines`);
  });
});
