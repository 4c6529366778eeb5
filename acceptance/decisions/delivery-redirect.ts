import assert from 'node:assert/strict';
import { createHash, randomBytes } from 'node:crypto';
import { describe, test } from 'node:test';
import type { App, Usage } from '@slipway/api';
import { retryUntilSuccess } from '../../lab/wait-until.ts';
import type { Answer } from '../dial.ts';
import { assertProblem } from '../problem.ts';
import { createPublisher, type Publisher } from '../publisher.ts';
import type { World } from '../world.ts';

const size = 100_000;
const bytes = randomBytes(size);
/** Counted for every delivery. */
const oneByte = { range: 'bytes=0-0' };

/** Decisions, part two: `delivery: redirect`, which the embedded storage rejects. */
export const redirectCases = (world: World): void => {
  const isS3 = () => world.deployed().storage === 's3';
  const choose = (app: Publisher) =>
    world.call({
      ...{ method: 'PATCH', path: `/v1/apps/${app.slug}`, key: world.deployed().adminKey },
      body: { delivery: 'redirect' },
    });

  /** A release of an app whose downloads every node redirects. */
  const redirected = async (creation: Parameters<typeof createPublisher>[1] = {}) => {
    const app = await createPublisher(world, creation);
    const { release } = await app.publish({}, [{ bytes }]);
    assert.equal((await choose(app)).status, 200);
    let probes = 0;
    await retryUntilSuccess(async () => {
      const answers = await app.downloadFromEach(release.id, oneByte);
      probes += answers.length;
      for (const { status } of answers) assert.equal(status, 302);
    });
    return { app, release, probes };
  };
  const counted = async (app: Publisher): Promise<Usage['totals']> =>
    (await app.call('GET', '/usage')).json<{ usage: Usage }>().usage.totals;

  /** Follows the redirect with the same request, as clients do. */
  const follow = async (answer: Answer, headers: Record<string, string> = {}): Promise<Answer> => {
    assert.equal(answer.status, 302, answer.text);
    assert.equal(answer.headers['cache-control'], 'private, no-store');
    return world.send({ url: answer.headers.location ?? '', headers });
  };

  describe('Delivery: redirect', () => {
    test('without S3: 409 delivery-needs-s3, and nothing changes', async () => {
      const app = await createPublisher(world);
      const answer = await choose(app);
      if (isS3()) {
        const { app: changed } = answer.json<{ app: App }>();
        const codes = (changed.warnings ?? []).map(({ code }) => code);
        assert.deepEqual(codes, ['usage-partial', 'addresses-outlive', 'bytes-unchecked', 'storage-public']);
        return;
      }
      assertProblem(answer, 409, 'delivery-needs-s3');
      assert.equal((await app.client.getApp(app.slug)).app.delivery, 'metered');
    });

    test('a download and a resumed download return the same bytes from the storage', async () => {
      if (!isS3()) return;
      const { app, release } = await redirected();
      const whole = await app.download(release.id);
      const { searchParams } = new URL(whole.headers.location ?? '');
      assert.equal(searchParams.get('X-Amz-Expires'), '900');
      assert.match(searchParams.get('response-content-disposition') ?? '', /^attachment; filename="[^"]+"$/);
      assert.deepEqual((await follow(whole)).body, bytes);
      const first = (await follow(await app.download(release.id))).body.subarray(0, 33_333);
      const range = { range: `bytes=${first.length}-` };
      const rest = await follow(await app.download(release.id, 'linux-x86_64', range), range);
      assert.equal(rest.status, 206);
      assert.deepEqual(Buffer.concat([first, rest.body]), bytes);
    });

    test('feed files redirect to the storage, except for zsync, whose files have relative URLs', async () => {
      if (!isS3()) return;
      const app = await createPublisher(world);
      const sha1 = createHash('sha1').update(bytes).digest('hex');
      const nupkg = {
        target: 'windows-x86_64',
        format: '.nupkg',
        fileName: 'App-1.0.0-full.nupkg',
        sha1,
        bytes,
      };
      const zsync = { target: 'linux-x86_64.zsync', format: '.zsync', companionOf: 'linux-x86_64', bytes };
      await app.publish({}, [nupkg, { fileName: 'App.AppImage', bytes }, zsync]);
      assert.equal((await choose(app)).status, 200);
      for (const path of [
        '/feeds/velopack/stable/App-1.0.0-full.nupkg',
        '/feeds/files/stable/1.0.0/linux-x86_64/App.AppImage',
      ])
        await retryUntilSuccess(async () =>
          assert.deepEqual((await follow(await app.read(path))).body, bytes, path),
        );
      for (const name of ['App.AppImage.zsync', 'App.AppImage'])
        assert.equal((await app.read(`/feeds/zsync/stable/linux-x86_64/${name}`)).status, 200, name);
    });

    test('usage counts the requested bytes and is marked as partial', async () => {
      if (!isS3()) return;
      const { app, release, probes } = await redirected();
      // Nodes flush their counts independently, so this waits before the next step.
      await retryUntilSuccess(async () => assert.equal((await counted(app)).bytes, probes));
      const before = await counted(app);
      await app.download(release.id);
      await app.download(release.id, 'linux-x86_64', { range: 'bytes=100-199' });
      await app.download(release.id, 'linux-x86_64', { range: 'bytes=-50' });
      await retryUntilSuccess(async () => {
        const { bytes: sum, downloads } = await counted(app);
        assert.deepEqual([sum - before.bytes, downloads - before.downloads], [size + 150, 1]);
      });
      const { usage } = (await app.call('GET', '/usage')).json<{ usage: Usage }>();
      assert.deepEqual([usage.partial, usage.rows[0]?.partial], [true, true]);
    });

    test('with an allowance, repeated redirects for one network count as one file, followed or not', async () => {
      if (!isS3()) return;
      const { app, release } = await redirected({ allowanceBytes: 10 * size });
      for (let i = 0; i < 49; i++) assert.equal((await app.download(release.id)).status, 302);
      await retryUntilSuccess(async () => assert.equal((await counted(app)).downloads > 0, true));
      const { bytes: sum, downloads } = await counted(app);
      // Each node counts by itself.
      const most = world.deployed().nodes.length;
      assert.ok(sum <= most * size && downloads <= most, `${sum} bytes, ${downloads} downloads`);
    });

    test('the server itself answers HEAD, multiple ranges, If-Range and 304', async () => {
      if (!isS3()) return;
      const { app, release } = await redirected();
      const url = `${app.publicUrl}/releases/download/${release.id}/linux-x86_64`;
      const head = await world.send({ url, method: 'HEAD' });
      assert.deepEqual([head.status, head.headers['content-length']], [200, String(size)]);
      const etag = head.headers.etag ?? '';
      const ask = (headers: Record<string, string>) => app.download(release.id, 'linux-x86_64', headers);
      assert.equal((await ask({ 'if-none-match': etag })).status, 304);
      const several = await ask({ range: 'bytes=0-9,50-59' });
      assert.equal(several.status, 206);
      assert.match(several.headers['content-type'] ?? '', /^multipart\/byteranges/);
      const matching = await ask({ range: 'bytes=0-9', 'if-range': etag });
      assert.deepEqual([matching.status, matching.body], [206, bytes.subarray(0, 10)]);
      const other = await ask({ range: 'bytes=0-9', 'if-range': '"other"' });
      assert.deepEqual([other.status, other.body.length], [200, size]);
      assertProblem(await ask({ range: `bytes=${size}-` }), 416, 'range-not-satisfiable');
    });

    test('the server rejects downloads for an exhausted allowance, a pruned artifact and an unknown file', async () => {
      if (!isS3()) return;
      const { app, release } = await redirected({ allowanceBytes: size });
      const location = (await app.download(release.id)).headers.location ?? '';
      await retryUntilSuccess(async () => {
        for (const answer of await app.downloadFromEach(release.id))
          assertProblem(answer, 402, 'allowance-exhausted');
      });
      await world.admin().changeApp(app.slug, { allowanceBytes: null });
      assertProblem(await app.download(release.id, 'windows-x86_64'), 404);
      await app.client.withdrawRelease(app.slug, release.id, { reason: 'bad' });
      await retryUntilSuccess(async () =>
        assert.equal((await app.download(release.id, 'linux-x86_64', oneByte)).status, 302),
      );
      await app.client.pruneArtifact(app.slug, release.id, 'linux-x86_64');
      await retryUntilSuccess(async () => {
        for (const answer of await app.downloadFromEach(release.id))
          assertProblem(answer, 410, 'artifact-pruned');
      });
      await retryUntilSuccess(async () => assert.equal((await world.send({ url: location })).status, 404));
    });
  });
};
