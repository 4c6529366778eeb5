import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { before, describe, test } from 'node:test';
import { createPublisher, createTestApp, type Part, type TestApp } from '../harness.ts';
import { problemCode, target, useStage } from './stage.ts';

/* Feeds and files by name must not expose other apps or unpublished files. */

const sha512Of = (bytes: Uint8Array) => createHash('sha512').update(bytes).digest('base64');

const installerOf = (text: string): Part => {
  const bytes = Buffer.from(text.repeat(100));
  return {
    ...{ target: 'windows-x86_64', format: '.exe', fileName: 'App-Setup.exe' },
    ...{ bytes, sha512: sha512Of(bytes) },
  };
};
const mapOf = (text: string): Part => ({
  ...{ target: 'windows-x86_64.blockmap', format: '.blockmap', companionOf: 'windows-x86_64' },
  bytes: Buffer.from(text),
});

describe('feeds and files by name', () => {
  const stage = useStage();
  let fed: TestApp;
  let other: TestApp;
  before(async () => {
    const { service } = stage();
    [fed, other] = [await createTestApp(service), await createTestApp(service)];
    const publisher = createPublisher(service, fed);
    await publisher.release({ version: '1.0.0' }, [installerOf('published'), mapOf('map')]);
    await publisher.draft({ version: '2.0.0' });
    for (const part of [installerOf('a draft'), mapOf('a draft')])
      await publisher.upload({ version: '2.0.0' }, part);
    await createPublisher(service, other).release({ version: '7.0.0' }, [installerOf('of another')]);
  });

  const get = (app: TestApp, path: string, headers: Record<string, string> = {}) =>
    stage().service.site(app.slug, path, { headers });
  const file = (version: string, name = 'App-Setup.exe', place = 'windows-x64') =>
    `/feeds/files/stable/${version}/${place}/${name}`;

  test('are found at their addresses, so that what follows means something', async () => {
    assert.equal((await get(fed, file('1.0.0'))).body.toString(), 'published'.repeat(100));
    assert.equal((await get(fed, file('1.0.0', 'x.blockmap'))).body.toString(), 'map');
    assert.match((await get(fed, '/feeds/electron/stable/latest.yml')).text(), /^version: "1\.0\.0"/);
  });

  test('dot segments, encoded slashes and NUL lead nowhere', async () => {
    const paths = [
      '/feeds/electron/stable/../../../v1/apps',
      '/feeds/electron/stable/..%2flatest.yml',
      '/feeds/electron/stable%2flatest.yml',
      '/feeds/electron%2fstable/latest.yml',
      '/feeds/electron/%2e%2e/latest.yml',
      '/feeds/electron/./latest.yml',
      '/feeds/electron/stable/./latest.yml',
      '/feeds/electron/stable/latest.yml%00',
      '/feeds/electron/stable/latest.yml/',
      '/feeds/electron//latest.yml',
      '/feeds//electron/stable/latest.yml',
      '//feeds/electron/stable/latest.yml',
      '/feeds\\electron\\stable\\latest.yml',
      '/FEEDS/electron/stable/latest.yml',
      '/feeds/Electron/stable/latest.yml',
      '/feeds/__proto__/stable/latest.yml',
      '/feeds/constructor/stable/latest.yml',
      '/feeds/electron/__proto__/latest.yml',
      '/feeds/electron/stable/__proto__.yml',
      file('1.0.0', '..%2fApp-Setup.exe'),
      file('1.0.0', '%2e%2e%2f%2e%2e%2fslipway.db'),
      file('1.0.0', '..%5cApp-Setup.exe'),
      file('1.0.0', 'App-Setup.exe%00'),
      file('1.0.0', 'App-Setup.exe/'),
      file('1.0.0', 'APP-SETUP.EXE'),
      file('1.0.0', '../windows-x64/App-Setup.exe'),
      file('..%2f1.0.0'),
      file('1.0.0%2fwindows-x64'),
      file('1.0.0', 'App-Setup.exe', '..'),
      file('1.0.0', 'App-Setup.exe', 'windows-x64.blockmap'),
      file('1.0.0', '.blockmap%2f..'),
    ];
    for (const path of paths) assert.equal(problemCode(await get(fed, path), 404), 'not-found', path);
    assert.equal(problemCode(await get(fed, '/feeds/electron/%zz/latest.yml'), 400), 'bad-request');
    assert.equal(problemCode(await get(fed, file('1.0.0', '%ff')), 400), 'bad-request');
  });

  test('a draft’s file and block map are the same 404 as those of no release, in whatever words', async () => {
    for (const [name, place] of [
      ['App-Setup.exe', 'windows-x64'],
      ['App-Setup.exe', 'windows-x86_64'],
      ['App-Setup.exe.blockmap', 'windows-x64'],
    ]) {
      const [draft, none] = await Promise.all(
        ['2.0.0', '3.0.0'].map((version) => get(fed, file(version, name, place))),
      );
      assert.equal(draft?.status, 404);
      assert.equal(draft?.text().replaceAll('2.0.0', '3.0.0'), none?.text());
    }
    assert.doesNotMatch((await get(fed, '/feeds/electron/stable/latest.yml')).text(), /2\.0\.0/);
  });

  test('another app’s file is the same 404 as one that is nobody’s', async () => {
    assert.equal((await get(other, file('7.0.0'))).status, 200);
    const [theirs, nobody] = [await get(fed, file('7.0.0')), await get(fed, file('8.0.0'))];
    assert.equal(problemCode(theirs, 404), 'not-found');
    assert.equal(theirs.text().replaceAll('7.0.0', '8.0.0'), nobody.text());
    assert.equal(problemCode(await get(other, file('1.0.0', 'x.blockmap')), 404), 'not-found');
  });

  test('a companion is offered by no check and named on no page', async () => {
    for (const path of ['windows/x86_64.blockmap', 'windows-x86_64.blockmap/x', 'x/windows-x86_64.blockmap'])
      assert.equal((await get(fed, `/releases/stable/${path}/0.1.0`)).status, 204, path);
    const pages = ['latest', 'latest?target=windows-x86_64.blockmap', 'releases'];
    for (const page of pages) {
      const text = (await get(fed, `/releases/v1/apps/${fed.slug}/${page}`)).text();
      assert.ok(text.includes('1.0.0') && !text.includes('.blockmap'), `${page}: ${text}`);
    }
    const link = '/releases/download/latest/windows-x86_64.blockmap';
    assert.equal(problemCode(await get(fed, link), 404), 'not-found');
  });

  test('a name that would leave its folder, a header, a document or a shell is refused', async () => {
    const { service } = stage();
    const names = [
      '../x.exe',
      '..',
      '.exe',
      'a/b.exe',
      'a\\b.exe',
      'a b.exe',
      'a"b.exe',
      "a'b.exe",
      'a;b.exe',
    ];
    const more = [
      'a\r\nb.exe',
      'a\u0000.exe',
      'é.exe',
      '%2e%2e.exe',
      '-rf.exe',
      'x.exe\n',
      'x.txt',
      '$x.exe',
    ];
    for (const fileName of [...names, ...more, '', `${'x'.repeat(197)}.exe`, ['x.exe'], { a: 'x.exe' }]) {
      const { bytes, ...part } = installerOf('hostile');
      const declared = { ...part, version: '2.0.0', size: bytes.length, sha256: 'a'.repeat(64), fileName };
      const reply = await service.api(`/v1/apps/${fed.slug}/artifacts/presign`, {
        key: fed.key,
        json: declared,
      });
      assert.equal(problemCode(reply, 400), 'invalid-fields', JSON.stringify(fileName));
    }
  });

  test('with the allowance used up files are refused, several ranges of them too, and documents are not', async () => {
    const { service } = stage();
    const poor = await createTestApp(service, { allowanceBytes: 10 });
    await createPublisher(service, poor).release({ version: '1.0.0' }, [installerOf('dear'), mapOf('map')]);
    assert.equal((await get(poor, file('1.0.0'), { range: 'bytes=0-9,20-29' })).status, 206);
    for (const headers of [{}, { range: 'bytes=0-0' }, { range: 'bytes=0-0,5-5' }] as const)
      assert.equal(problemCode(await get(poor, file('1.0.0'), headers), 402), 'allowance-exhausted');
    assert.equal(problemCode(await get(poor, file('1.0.0', 'x.blockmap')), 402), 'allowance-exhausted');
    for (const path of ['/feeds/electron/stable/latest.yml', '/feeds/electron/stable/latest.yml?noCache=1'])
      assert.equal((await get(poor, path)).status, 200);
  });

  test('nothing of an app that declares none of it', async () => {
    const { app } = stage();
    assert.equal(problemCode(await get(app, '/feeds/electron/stable/latest-linux.yml'), 404), 'not-found');
    assert.equal(problemCode(await get(app, file('1.0.0', 'x.blockmap', target)), 404), 'not-found');
  });
});
