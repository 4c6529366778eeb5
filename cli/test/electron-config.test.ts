import assert from 'node:assert/strict';
import test from 'node:test';
import { type BuilderConfig, setPublishUrl } from '../src/setup/electron-config.ts';

const plain = 'https://acme.example.com/feeds/electron/stable';
const url = `${plain}/from/\${version}`;
const block = `publish:\n  provider: generic\n  url: ${url}\n`;
const yaml: Pick<BuilderConfig, 'format' | 'at'> = { format: 'yaml', at: [] };

test('the address is appended to electron-builder YAML, and the rest is unchanged', async () => {
  const text = '# ours\nappId: com.acme\nwin:\n  target: nsis\n  publish: null';
  assert.deepEqual(await setPublishUrl(text, yaml, url), { text: `${text}\n${block}` });
  assert.deepEqual(await setPublishUrl('', yaml, url), { text: block });
  const windows = await setPublishUrl('appId: a\r\n', yaml, url);
  assert.deepEqual(windows, { text: `appId: a\r\n${block.replaceAll('\n', '\r\n')}` });
});

test('the address is set inside the configuration in JSON', async () => {
  const manifest = '{\n  "name": "a",\n  "build": {\n    "appId": "b"\n  }\n}\n';
  const changed = await setPublishUrl(manifest, { format: 'json', at: ['build'] }, url);
  assert.ok(typeof changed === 'object');
  assert.deepEqual(JSON.parse(changed.text).build, { appId: 'b', publish: { provider: 'generic', url } });
  const bare = await setPublishUrl('{"name": "a"}', { format: 'json', at: ['build'] }, url);
  assert.ok(typeof bare === 'object');
  assert.deepEqual(JSON.parse(bare.text), { name: 'a', build: { publish: { provider: 'generic', url } } });
});

test('an existing address is kept, and reported as the same or as another one', async () => {
  const json = (publish: unknown) =>
    setPublishUrl(JSON.stringify({ publish }), { format: 'json', at: [] }, url);
  assert.equal(await json({ provider: 'generic', url }), 'same');
  assert.equal(await json([{ provider: 'generic', url }, 'github']), 'same');
  for (const other of ['github', ['github', { provider: 'generic', url }], { provider: 's3' }, []])
    assert.equal(await json(other), 'other', JSON.stringify(other));
  assert.equal(await setPublishUrl(`${block}appId: a\n`, yaml, url), 'same');
  assert.equal(await setPublishUrl('publish: github\n', yaml, url), 'other');
});

test('our address without the version is reported as versionless', async () => {
  for (const existing of [plain, `${plain}/`])
    assert.equal(
      await setPublishUrl(JSON.stringify({ publish: { url: existing } }), { format: 'json', at: [] }, url),
      'versionless',
    );
});

test('YAML without a place for the block is left alone, and invalid YAML is an error', async () => {
  assert.equal(await setPublishUrl('{"appId": "a"}', yaml, url), 'other');
  assert.equal(await setPublishUrl('publish: null\n', yaml, url), 'other');
  await assert.rejects(setPublishUrl('a: [1', yaml, url));
});
