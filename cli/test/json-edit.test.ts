import assert from 'node:assert/strict';
import test from 'node:test';
import { detectProject, slugFor } from '../src/setup/detect.ts';
import { diffLines } from '../src/setup/diff.ts';
import { setJsonValue } from '../src/setup/json-edit.ts';
import { setUpdaterEndpoint } from '../src/setup/tauri-config.ts';
import { makeFolder } from './folder.ts';

test('one member is set, and every other character is unchanged', () => {
  const cases: [string, string[], unknown, string][] = [
    ['{}', ['a'], 1, '{\n  "a": 1\n}'],
    ['{ "a": 1 }', ['b'], true, '{ "a": 1, "b": true }'],
    [
      '{\n\t"a": {}\n}\n',
      ['a', 'b', 'c'],
      [1],
      '{\n\t"a": {\n\t\t"b": {\n\t\t\t"c": [\n\t\t\t\t1\n\t\t\t]\n\t\t}\n\t}\n}\n',
    ],
    ['{"a":"}\\"{","b":[{"a":2}]}', ['a'], 3, '{"a":3,"b":[{"a":2}]}'],
    ['{\r\n  "a": -1.5e3,\r\n  "b": null\r\n}', ['b'], 'x', '{\r\n  "a": -1.5e3,\r\n  "b": "x"\r\n}'],
    ['{\r\n  "a": 1\r\n}', ['b'], 2, '{\r\n  "a": 1,\r\n  "b": 2\r\n}'],
    ['\ufeff{"a": [1, {"b": 2}, "]"] }', ['a'], [], '\ufeff{"a": [] }'],
  ];
  for (const [text, path, value, expected] of cases)
    assert.equal(setJsonValue(text, path, value), expected, text);
});

test('the updater address is inserted first, and only once', () => {
  const mine = 'https://a.example/x';
  const once = setUpdaterEndpoint(
    '{"plugins": {"updater": {"pubkey": "k", "endpoints": ["https://old"]}}}',
    mine,
  );
  assert.deepEqual(JSON.parse(once), {
    plugins: { updater: { pubkey: 'k', endpoints: [mine, 'https://old'] } },
    bundle: { createUpdaterArtifacts: true },
  });
  assert.equal(setUpdaterEndpoint(once, mine), once);
  const chosen = '{"bundle": {"createUpdaterArtifacts": "v1Compatible"}}';
  assert.equal(JSON.parse(setUpdaterEndpoint(chosen, mine)).bundle.createUpdaterArtifacts, 'v1Compatible');
});

test('a change is shown with a few lines of context', () => {
  assert.equal(diffLines('a\nb\nc\nd\ne\nf', 'a\nb\nc\nX\ne\nf'), '  b\n  c\n- d\n+ X\n  e\n  f');
  assert.equal(diffLines('a', 'a\nb'), '  a\n+ b');
  assert.equal(diffLines('a\na', 'a'), '  a\n- a');
});

test('a project is detected by its files, and its name becomes a slug', async (t) => {
  const kindOf = async (files: Record<string, string>) =>
    (await detectProject(await makeFolder(t, files))).kind;
  assert.equal(await kindOf({ 'src-tauri/tauri.conf.json': '{}', 'package.json': '{}' }), 'tauri');
  assert.equal(await kindOf({ 'src-tauri/Tauri.toml': '' }), 'tauri');
  assert.equal(await kindOf({ 'package.json': '{"dependencies": {"electron": "1"}}' }), 'electron');
  assert.equal(await kindOf({ 'electron-builder.yml': '' }), 'electron');
  assert.equal(await kindOf({ 'package.json': 'not JSON' }), 'other');
  assert.deepEqual(['@acme/My App', 'Ärger & Söhne', '--', undefined].map(slugFor), [
    'my-app',
    'rger-s-hne',
    undefined,
    undefined,
  ]);
});
