import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { join } from 'node:path';
import test from 'node:test';
import { UnreadableFeedError } from '../../src/formats/unreadable-feed-error.ts';
import { parseZsync } from '../../src/formats/zsync.ts';
import { findMistakes } from '../../src/publish/preflight/mistakes.ts';
import { assembleIn } from '../assemble/build.ts';

const sha1 = createHash('sha1').update('appimage').digest('hex');

const zsync = (url: string): Buffer =>
  Buffer.concat([
    Buffer.from(
      `zsync: 0.6.2\nFilename: a\nMTime: x\nBlocksize: 2048\nLength: 8\nHash-Lengths: 1,2,4\nURL: ${url}\nSHA-1: ${sha1}\n\n`,
    ),
    Buffer.from([0, 255, 10, 10, 1]),
  ]);

const image = 'target/release/bundle/appimage/Acme_1.2.0_amd64.AppImage';
const build = (url: string) => ({ [image]: 'appimage', [`${image}.zsync`]: zsync(url) });

test('a zsync file next to an AppImage is included, and declares its SHA-1', async (t) => {
  for (const options of [{}, { targets: [`linux-x86_64=${image}`] }]) {
    const { plan, folder } = await assembleIn(t, build('Acme_1.2.0_amd64.AppImage'), {
      version: '1.2.0',
      ...options,
    });
    assert.deepEqual(
      plan.items.map(({ target, format, facts, companionOf }) => [target, format, facts, companionOf]),
      [
        ['linux-x86_64', '.AppImage', { fileName: 'Acme_1.2.0_amd64.AppImage' }, undefined],
        ['linux-x86_64.zsync', '.zsync', { fileName: 'Acme_1.2.0_amd64.AppImage.zsync' }, 'linux-x86_64'],
      ],
    );
    assert.deepEqual(plan.items[0]?.bundle.declared, {
      declaredIn: join(folder, `${image}.zsync`),
      bytes: 8,
      sha1,
    });
    assert.deepEqual(findMistakes(plan), []);
  }
});

for (const [url, what] of [
  ['https://cdn.example.com/Acme.AppImage', /tells clients to download https:\/\/cdn\.example\.com/],
  ['/Acme_1.2.0_amd64.AppImage', /tells clients to download \/Acme/],
  [
    'Other.AppImage',
    /looks for Other\.AppImage next to it, but .* is published as Acme_1\.2\.0_amd64\.AppImage/,
  ],
] as const) {
  test(`a zsync file with another address is a mistake: ${url}`, async (t) => {
    const { plan } = await assembleIn(t, build(url), { version: '1.2.0' });
    const mistakes = findMistakes(plan);
    assert.deepEqual(
      mistakes.map(({ code, allowable }) => [code, allowable]),
      [['zsync-address', true]],
    );
    assert.match(mistakes[0]?.detail ?? '', what);
  });
}

test('a zsync file matches an AppImage whose name was sanitized', async (t) => {
  const name = 'My App.AppImage';
  const files = { [name]: 'appimage', [`${name}.zsync`]: zsync('My%20App.AppImage') };
  const { plan } = await assembleIn(t, files, { version: '1.2.0', targets: [`linux-x86_64=${name}`] });
  assert.equal(plan.items[0]?.facts.fileName, 'My-App.AppImage');
  assert.deepEqual(findMistakes(plan), []);
});

test('an invalid zsync file is an error', async (t) => {
  for (const text of ['', 'zsync: 0.6.2\nURL: a', 'URL: a\n\n', 'zsync: 0.6.2\n\nURL: a\n\n'])
    assert.throws(() => parseZsync(Buffer.from(text)), UnreadableFeedError, text);
  const files = { [image]: 'x', [`${image}.zsync`]: 'x' };
  await assert.rejects(assembleIn(t, files, { version: '1.2.0' }), { code: 'feed-unreadable' });
});
