import assert from 'node:assert/strict';
import { createHash, randomBytes } from 'node:crypto';
import { describe, test } from 'node:test';
import type { ArtifactInput } from '../../lab/publisher.ts';
import { assertProblem } from '../problem.ts';
import { createPublisher, type Publisher, sha256 } from '../publisher.ts';
import type { World } from '../world.ts';

const sha1 = (bytes: Buffer): string => createHash('sha1').update(bytes).digest('hex');

const packageOf = (target: string, fileName: string, more: ArtifactInput = {}): ArtifactInput => {
  const bytes = more.bytes ?? randomBytes(300);
  return { target, format: '.nupkg', fileName, bytes, sha1: sha1(bytes), ...more };
};

/** Files like those of `vpk pack` for x64 Windows, with a delta if a base version is given. */
const packed = (version: string, deltaFrom?: string): ArtifactInput[] => [
  packageOf('windows-x86_64', `App-${version}-full.nupkg`),
  ...(deltaFrom === undefined
    ? []
    : [
        packageOf('windows-x86_64.delta', `App-${version}-delta.nupkg`, {
          companionOf: 'windows-x86_64',
          bytes: randomBytes(30),
          deltaFrom,
        }),
      ]),
];

const fileAt = (name: string): string => `/feeds/velopack/stable/${name}`;

interface Asset {
  Version: string;
  Type: string;
  FileName: string;
}

const assetsAt = async (app: Publisher, name: string): Promise<Asset[]> => {
  const answer = await app.read(fileAt(name));
  assert.equal(answer.status, 200, answer.text);
  return answer.json<{ Assets: Asset[] }>().Assets;
};

const listed = async (app: Publisher, query = ''): Promise<string[]> =>
  (await assetsAt(app, `releases.win.json${query}`)).map(({ Version, Type }) => `${Version} ${Type}`);

/** Decisions, part two, and feeds.md: the documents of Velopack and the files that they name, for every app. */
export const velopackSection = (world: World): void => {
  describe('The feed of Velopack', () => {
    test('names packages with hashes, size and notes, cached as other metadata', async () => {
      const app = await createPublisher(world, { adapter: 'tauri' });
      const bytes = randomBytes(300);
      const piece = packageOf('windows-x86_64', 'App-1.0.0-full.nupkg', { bytes });
      await app.publish({ version: '1.0.0', notes: '# One\n"two"' }, [piece]);
      const answer = await app.read(fileAt('releases.win.json'));
      assert.deepEqual(answer.json(), {
        Assets: [
          {
            PackageId: 'App',
            Version: '1.0.0',
            Type: 'Full',
            FileName: 'App-1.0.0-full.nupkg',
            SHA1: sha1(bytes).toUpperCase(),
            SHA256: sha256(bytes).toUpperCase(),
            Size: bytes.length,
            NotesMarkdown: '# One\n"two"',
          },
        ],
      });
      assert.equal(answer.headers['content-type'], 'application/json; charset=utf-8');
      assert.equal(answer.headers['cache-control'], 'public, max-age=60, s-maxage=300');
      assert.equal(answer.headers['access-control-allow-origin'], '*');
      const has = { 'if-none-match': String(answer.headers.etag) };
      assert.equal((await app.read(fileAt('releases.win-x64.json?stagingId=7'), has)).status, 304);
      const head = await world.send({
        url: `${app.publicUrl}${fileAt('releases.win.json')}`,
        method: 'HEAD',
      });
      assert.deepEqual([head.status, head.text, head.headers.etag], [200, '', answer.headers.etag]);
    });

    test('only clients whose delta chain reaches the newest release get deltas; a withdrawal breaks it', async () => {
      const app = await createPublisher(world);
      await app.publish({ version: '1.0.0' }, packed('1.0.0'));
      const { release } = await app.publish({ version: '1.1.0' }, packed('1.1.0', '1.0.0'));
      await app.publish({ version: '1.2.0' }, packed('1.2.0', '1.1.0'));
      const plain = ['1.2.0 Full', '1.1.0 Full', '1.0.0 Full'];
      const chained = ['1.2.0 Full', '1.2.0 Delta', '1.1.0 Full', '1.1.0 Delta', '1.0.0 Full'];
      assert.deepEqual(await listed(app), plain);
      assert.deepEqual(await listed(app, '?localVersion=1.0.0&id=App&stagingId=x'), chained);
      assert.deepEqual(await listed(app, '?LOCALVERSION=1.1.0'), chained);
      for (const version of ['0.9.0', '1.2.0', '', '%zz', '1.0.0%00'])
        assert.deepEqual(await listed(app, `?localVersion=${version}`), plain, version);
      await app.client.withdrawRelease(app.slug, release.id, { reason: 'bad' });
      for (const version of ['1.0.0', '1.1.0'])
        assert.deepEqual(await listed(app, `?localVersion=${version}`), ['1.2.0 Full', '1.0.0 Full']);
    });

    test('after an older version is published, newer versions are not listed', async () => {
      const app = await createPublisher(world);
      for (const version of ['1.0.0', '2.0.0', '1.0.1']) await app.publish({ version }, packed(version));
      assert.deepEqual(await listed(app), ['1.0.1 Full', '1.0.0 Full']);
    });

    test('selects the platform by target, name or query; the list is empty without releases', async () => {
      const app = await createPublisher(world);
      for (const name of ['releases.win.json', 'releases.stable.json', 'linux-x64/releases.linux.json'])
        assert.deepEqual(await assetsAt(app, name), [], name);
      // While the app's offers are cached.
      await app.client.createChannel(app.slug, { name: 'beta' });
      const beta = await app.read('/feeds/velopack/beta/releases.win.json');
      assert.deepEqual([beta.status, beta.text], [200, '{"Assets":[]}']);
      const arm64 = 'App-1.0.0-osx-arm64-full.nupkg';
      await app.publish({ version: '1.0.0' }, [...packed('1.0.0'), packageOf('darwin-aarch64', arm64)]);
      const fileNames = async (name: string) => (await assetsAt(app, name)).map(({ FileName }) => FileName);
      for (const name of [
        'releases.osx.json',
        'releases.osx-arm64-beta.json',
        'darwin-arm64/releases.mine.json',
        'releases.mine.json?rid=osx-arm64',
        'releases.mine.json?OS=osx&ARCH=arm64',
      ])
        assert.deepEqual(await fileNames(name), [arm64], name);
      assert.deepEqual(await fileNames('releases.linux.json'), []);
    });

    test('404 for an ambiguous or unknown URL', async () => {
      const app = await createPublisher(world);
      await app.publish({ version: '1.0.0' }, [
        ...packed('1.0.0'),
        packageOf('linux-x86_64', 'App-1.0.0-linux-full.nupkg'),
      ]);
      for (const name of [
        'releases.mine.json',
        'releases.json',
        'RELEASES',
        'vax/releases.win.json',
        'x.nupkg',
      ])
        assertProblem(await app.read(fileAt(name)), 404, 'not-found');
      assertProblem(await app.read('/feeds/velopack/nowhere/releases.win.json'), 404, 'not-found');
    });
  });

  describe('The files of Velopack’s feed', () => {
    const name = 'App-1.0.0-full.nupkg';

    test('are found next to the document by name, in the version that the name contains', async () => {
      const app = await createPublisher(world);
      const [full, delta] = packed('1.0.0', '0.9.0');
      await app.publish({ version: '1.0.0' }, [full ?? {}, delta ?? {}]);
      for (const path of [name, `windows-x64/${name}`, `win-x64/${name}`]) {
        const whole = await app.read(fileAt(path));
        assert.deepEqual([whole.status, whole.body], [200, full?.bytes], path);
        assert.equal(whole.headers['content-disposition'], `attachment; filename="${name}"`);
      }
      const part = await app.read(fileAt(name), { range: 'bytes=0-9' });
      assert.deepEqual([part.status, part.body.length], [206, 10]);
      assertProblem(await app.read(fileAt(name), { range: 'bytes=300-' }), 416, 'range-not-satisfiable');
      const head = await world.send({ url: `${app.publicUrl}${fileAt(name)}`, method: 'HEAD' });
      assert.deepEqual([head.status, head.headers['content-length'], head.text], [200, '300', '']);
      assert.deepEqual((await app.read(fileAt('App-1.0.0-delta.nupkg'))).body, delta?.bytes);
      for (const wrong of [`windows-arm64/${name}`, 'App-1.0.1-full.nupkg', `..%2F${name}`, `x/y/${name}`])
        assertProblem(await app.read(fileAt(wrong)), 404, 'not-found');
      assertProblem(await app.read(`/feeds/velopack/beta/${name}`), 404, 'not-found');
    });

    test('stay unchanged when a later release has a file of the same name, and after a withdrawal', async () => {
      const app = await createPublisher(world);
      const [first] = packed('1.0.0');
      const { release } = await app.publish({ version: 'v1.0.0' }, [first ?? {}]);
      await app.publish({ version: '2.0.0' }, [packageOf('windows-x86_64', name)]);
      assert.deepEqual((await app.read(fileAt(name))).body, first?.bytes);
      await app.client.withdrawRelease(app.slug, release.id, { reason: 'bad' });
      assert.deepEqual((await app.read(fileAt(name))).body, first?.bytes);
      assert.deepEqual(await listed(app), []);
    });

    test('404 for a draft, 410 for a pruned artifact', async () => {
      const app = await createPublisher(world);
      const draft = await app.draft({ version: '1.0.0' });
      for (const piece of packed('1.0.0')) await app.uploaded(await app.declare(draft, piece));
      assertProblem(await app.read(fileAt(name)), 404, 'not-found');
      await app.client.publishRelease(app.slug, draft.id);
      await app.client.pruneArtifact(app.slug, draft.id, 'windows-x86_64');
      assertProblem(await app.read(fileAt(name)), 410, 'artifact-pruned');
      assert.deepEqual(await listed(app), []);
    });

    test('402 once the allowance is exhausted, also for HEAD; the document is still served', async () => {
      const app = await createPublisher(world, { allowanceBytes: 0 });
      await app.publish({ version: '1.0.0' }, packed('1.0.0'));
      assertProblem(await app.read(fileAt(name)), 402, 'allowance-exhausted');
      const head = await world.send({ url: `${app.publicUrl}${fileAt(name)}`, method: 'HEAD' });
      assert.equal(head.status, 402);
      assert.deepEqual(await listed(app), ['1.0.0 Full']);
    });
  });
};
