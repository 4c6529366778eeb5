import assert from 'node:assert/strict';
import { generateKeyPairSync, randomBytes, sign, verify } from 'node:crypto';
import { describe, test } from 'node:test';
import type { ArtifactInput } from '../../lab/publisher.ts';
import { assertProblem } from '../problem.ts';
import { createPublisher, type Publisher } from '../publisher.ts';
import type { World } from '../world.ts';

const { privateKey, publicKey } = generateKeyPairSync('ed25519');

/** A file signed like `sign_update`: 64 bytes of Ed25519 over the whole file, in base64. */
const signedFor = (target: string, format: string, more: ArtifactInput = {}): ArtifactInput => {
  const bytes = more.bytes ?? randomBytes(300);
  return { target, format, bytes, signature: sign(null, bytes, privateKey).toString('base64'), ...more };
};

const appcast = (app: Publisher, place: string, query = '') =>
  app.read(`/feeds/sparkle/stable/${place}/appcast.xml${query}`);

const itemsIn = (text: string): string[] => text.split('<item>').slice(1);

const attributesIn = (text: string, name: string): string[] =>
  [...text.matchAll(new RegExp(` ${name}="([^"]*)"`, 'g'))].map(([, value = '']) => value);

/** Decisions, part two, and feeds.md: appcasts of Sparkle and WinSparkle, for every app. */
export const sparkleSection = (world: World): void => {
  describe('The feed of Sparkle and WinSparkle', () => {
    test('names the file with its build, signature and size, cached as other metadata', async () => {
      const app = await createPublisher(world, { adapter: 'tauri' });
      const mac = signedFor('darwin-universal', '.zip', {
        ...{ fileName: 'App.zip', build: '2043', minimumSystem: '13.0' },
      });
      await app.publish({ version: '1.2.3', notes: 'a < b', pubDate: '2026-01-02T03:04:05Z' }, [mac]);
      const answer = await appcast(app, 'darwin');
      assert.equal(answer.status, 200, answer.text);
      assert.equal(answer.headers['content-type'], 'application/rss+xml; charset=utf-8');
      assert.equal(answer.headers['cache-control'], 'public, max-age=60, s-maxage=300');
      assert.match(answer.text, /xmlns:sparkle="http:\/\/www\.andymatuschak\.org\/xml-namespaces\/sparkle"/);
      for (const line of [
        '<pubDate>Fri, 02 Jan 2026 03:04:05 +0000</pubDate>',
        '<sparkle:version>2043</sparkle:version>',
        '<sparkle:shortVersionString>1.2.3</sparkle:shortVersionString>',
        '<sparkle:minimumSystemVersion>13.0</sparkle:minimumSystemVersion>',
        '<description sparkle:format="markdown">a &lt; b</description>',
        'length="300"',
      ])
        assert.ok(answer.text.includes(line), line);
      const [url = ''] = attributesIn(answer.text, 'url');
      assert.equal(url, `${app.publicUrl}/feeds/files/stable/1.2.3/darwin-universal/App.zip`);
      const { body } = await app.read(new URL(url).pathname);
      const [signature = ''] = attributesIn(answer.text, 'sparkle:edSignature');
      assert.ok(verify(null, body, publicKey, Buffer.from(signature, 'base64')), 'the signature is its own');
      for (const [place, query] of [
        ['macos', ''],
        ['osx-arm64', '?appName=x'],
        ['darwin-x86_64', ''],
      ] as const)
        assert.equal((await appcast(app, place, query)).text, answer.text, place);
      const has = { 'if-none-match': String(answer.headers.etag) };
      assert.equal((await app.read('/feeds/sparkle/stable/darwin/appcast.xml?x=1', has)).status, 304);
    });

    test('a file for each Windows architecture, with its installer arguments', async () => {
      const app = await createPublisher(world);
      const installer = { installerArguments: '/S "x"' };
      await app.publish({ version: '1.0.0' }, [
        { target: 'windows-aarch64', format: '.exe' },
        signedFor('windows-x86_64', '.exe', installer),
        signedFor('windows-msi-x86_64', '.msi'),
        { target: 'windows-i686', format: '.exe', signature: 'dW50cnVzdGVkIGNvbW1lbnQ6' },
      ]);
      const { text } = await appcast(app, 'win32');
      assert.deepEqual(attributesIn(text, 'sparkle:os'), ['windows-x64', 'windows-arm64']);
      assert.equal(attributesIn(text, 'sparkle:edSignature').length, 1);
      assert.deepEqual(attributesIn(text, 'sparkle:installerArguments'), ['/S &quot;x&quot;']);
      const [msi = ''] = attributesIn((await appcast(app, 'windows-msi')).text, 'url');
      assert.match(msi, /\/windows-msi-x64\/.+\.msi$/);
    });

    test('lists earlier releases not newer than the latest, and deltas with their source builds', async () => {
      const app = await createPublisher(world);
      const built = (build: string) => signedFor('darwin-universal', '.zip', { build });
      await app.publish({ version: '1.0.0', notes: 'first' }, [built('100')]);
      await app.publish({ version: '3.0.0' }, [built('300')]);
      const delta = {
        ...signedFor('darwin-universal.delta-100', '.delta'),
        ...{ companionOf: 'darwin-universal', deltaFrom: '100' },
      };
      await app.publish({ version: '2.0.0', notes: 'second' }, [built('200'), delta]);
      const { text } = await appcast(app, 'darwin');
      const builds = [...text.matchAll(/<sparkle:version>(\d+)</g)].map(([, build]) => build);
      assert.deepEqual(builds, ['200', '100'], text);
      assert.match(text, /second/);
      assert.doesNotMatch(text, /first/);
      assert.deepEqual(attributesIn(text, 'sparkle:deltaFrom'), ['100']);
      const [, url = ''] = attributesIn(itemsIn(text)[0] ?? '', 'url');
      assert.deepEqual((await app.read(new URL(url).pathname)).body, delta.bytes);
    });

    test('an empty channel has an empty appcast; unknown channels and unsupported targets are 404', async () => {
      const app = await createPublisher(world);
      const empty = await appcast(app, 'darwin');
      assert.equal(empty.status, 200);
      assert.deepEqual(itemsIn(empty.text), []);
      await app.publish({ version: '1.0.0' }, [{ target: 'darwin-universal', format: '.zip' }]);
      assert.deepEqual(itemsIn((await appcast(app, 'darwin')).text), [], 'Sparkle takes nothing unsigned');
      for (const path of [
        'nowhere/darwin/appcast.xml',
        'stable/linux-x86_64/appcast.xml',
        'stable/darwin-portable/appcast.xml',
        'stable/darwin/other.xml',
        'stable/appcast.xml',
      ])
        assertProblem(await app.read(`/feeds/sparkle/${path}`), 404, 'not-found');
    });

    test('Intel and Apple silicon Macs need separate URLs', async () => {
      const app = await createPublisher(world);
      const both = [signedFor('darwin-aarch64', '.zip'), signedFor('darwin-x86_64', '.zip')];
      const { release } = await app.publish({ version: '1.0.0' }, both);
      assertProblem(await appcast(app, 'darwin'), 404, 'not-found');
      for (const [place, word] of [
        ['darwin-arm64', 'arm64'],
        ['darwin-x64', 'x64'],
      ] as const) {
        const [url = ''] = attributesIn((await appcast(app, place)).text, 'url');
        assert.match(url, new RegExp(`/darwin-${word}/`));
      }
      await app.client.withdrawRelease(app.slug, release.id, { reason: 'bad' });
      assert.deepEqual(itemsIn((await appcast(app, 'darwin')).text), []);
    });
  });
};
