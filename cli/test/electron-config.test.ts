import assert from 'node:assert/strict';
import test from 'node:test';
import { type BuilderConfig, withPublish } from '../src/setup/electron-config.ts';

const plain = 'https://acme.example.com/feeds/electron/stable';
const url = `${plain}/from/\${version}`;
const block = `publish:\n  provider: generic\n  url: ${url}\n`;
const yaml: Pick<BuilderConfig, 'format' | 'at'> = { format: 'yaml', at: [] };

test('electron-builder’s YAML gets the address at its end, and keeps the rest', async () => {
  const text = '# ours\nappId: com.acme\nwin:\n  target: nsis\n  publish: null';
  assert.deepEqual(await withPublish(text, yaml, url), { text: `${text}\n${block}` });
  assert.deepEqual(await withPublish('', yaml, url), { text: block });
  const windows = await withPublish('appId: a\r\n', yaml, url);
  assert.deepEqual(windows, { text: `appId: a\r\n${block.replaceAll('\n', '\r\n')}` });
});

test('JSON gets it where the configuration is', async () => {
  const manifest = '{\n  "name": "a",\n  "build": {\n    "appId": "b"\n  }\n}\n';
  const changed = await withPublish(manifest, { format: 'json', at: ['build'] }, url);
  assert.ok(typeof changed === 'object');
  assert.deepEqual(JSON.parse(changed.text).build, { appId: 'b', publish: { provider: 'generic', url } });
  const bare = await withPublish('{"name": "a"}', { format: 'json', at: ['build'] }, url);
  assert.ok(typeof bare === 'object');
  assert.deepEqual(JSON.parse(bare.text), { name: 'a', build: { publish: { provider: 'generic', url } } });
});

test('what is there stays: ours is told, another’s is left', async () => {
  const json = (publish: unknown) =>
    withPublish(JSON.stringify({ publish }), { format: 'json', at: [] }, url);
  assert.equal(await json({ provider: 'generic', url }), 'same');
  assert.equal(await json([{ provider: 'generic', url }, 'github']), 'same');
  for (const other of ['github', ['github', { provider: 'generic', url }], { provider: 's3' }, []])
    assert.equal(await json(other), 'other', JSON.stringify(other));
  assert.equal(await withPublish(`${block}appId: a\n`, yaml, url), 'same');
  assert.equal(await withPublish('publish: github\n', yaml, url), 'other');
});

test('an address of ours without the version is told apart from another’s', async () => {
  for (const known of [plain, `${plain}/`])
    assert.equal(
      await withPublish(JSON.stringify({ publish: { url: known } }), { format: 'json', at: [] }, url),
      'versionless',
    );
});

test('YAML that a block cannot be added to is left, and what is no YAML is told', async () => {
  assert.equal(await withPublish('{"appId": "a"}', yaml, url), 'other');
  assert.equal(await withPublish('publish: null\n', yaml, url), 'other');
  await assert.rejects(withPublish('a: [1', yaml, url));
});
