import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Explanation, RolloutPlan } from '@slipway/api';
import { retryUntilSuccess } from '../../lab/wait-until.ts';
import { piecesOf } from '../every-updater.ts';
import { createPublisher, type Publisher } from '../publisher.ts';
import { randomClientIp, type World } from '../world.ts';

const spec = 'public, max-age=60, s-maxage=300';
const ids = Array.from({ length: 40 }, (_, index) => `client-${index}`);

/** The documents of updaters, and the version that they would select. */
const documents: Readonly<Record<string, RegExp>> = {
  'electron/stable/latest.yml': /^version: "([^"]+)"/,
  'squirrel/stable/darwin-arm64/1.0.0': /"name":"([^"]+)"/,
  'velopack/stable/windows-x64/releases.win.json': /"Version":"([^"]+)"/,
  'sparkle/stable/darwin/appcast.xml': /<sparkle:version>([^<]+)</,
  'tauri/stable/latest.json': /"version":"([^"]+)"/,
  'cargo-packager/stable/latest.json': /"version":"([^"]+)"/,
  'zsync/stable/linux-x86_64/App.AppImage.zsync': /^zsync of (.+)$/,
};

const versionAt = async (app: Publisher, rest: string, headers: Record<string, string> = {}) =>
  documents[rest]?.exec((await app.read(`/feeds/${rest}`, headers)).text)?.[1];

/** An app whose 1.1.0 is for everyone, and 2.0.0 for some. */
const roll = async (world: World, plan: Partial<RolloutPlan> = {}) => {
  const app = await createPublisher(world);
  await app.publish({ version: '1.1.0' }, piecesOf('1.1.0'));
  const { release } = await app.publish({ version: '2.0.0' }, piecesOf('2.0.0'));
  await app.client.planRollout(app.slug, release.id, { steps: [{ percent: 30 }], cohorts: ['qa'], ...plan });
  return { app, id: release.id };
};

/** rollouts.md §1.1 and §7: feeds during a rollout. */
export const feedRolloutsSection = (world: World): void => {
  describe('Feeds while a release is rolled out', () => {
    test('every feed offers a client ID the same version as the check', async () => {
      const { app } = await roll(world);
      for (const id of ids.slice(0, 8)) {
        const headers = { 'slipway-client': id };
        const { version } = (await app.check('stable/linux/x86_64/1.0.0', headers)).json();
        for (const rest of Object.keys(documents))
          assert.equal(await versionAt(app, rest, headers), version, rest);
      }
      const offered = await Promise.all(
        ids.map((id) => versionAt(app, 'electron/stable/latest.yml', { 'x-user-staging-id': id })),
      );
      assert.deepEqual([...new Set(offered)].sort(), ['1.1.0', '2.0.0']);
    });

    test('a document that names a release counts as an offer even without a client version: downloads count', async () => {
      const { app, id } = await roll(world);
      const rests = Object.keys(documents).filter((rest) => !rest.startsWith('zsync'));
      for (const rest of rests) {
        await app.read(`/feeds/${rest}`, { 'slipway-cohort': 'qa' });
        await app.download(id, 'linux-x86_64', { 'x-forwarded-for': randomClientIp() });
      }
      await retryUntilSuccess(async () => {
        await app.client.getFleet(app.slug);
        const { exposed } = await app.client.getRollout(app.slug, id);
        assert.equal(exposed.downloads, rests.length);
      });
    });

    test('Velopack sends its ID in the query, and its list has nothing newer than its offer', async () => {
      const { app } = await roll(world);
      const path = '/feeds/velopack/stable/windows-x64/releases.win.json';
      const read = async (id: string) => (await app.read(`${path}?localVersion=1.0.0&stagingId=${id}`)).text;
      const lists = new Set(await Promise.all(ids.map(read)));
      assert.equal(lists.size, 2);
      const versions = [...lists].map((text) =>
        [...text.matchAll(/"Version":"([^"]+)"/g)].map(([, one]) => one),
      );
      assert.deepEqual(
        versions.sort((a, b) => a.length - b.length),
        [['1.1.0'], ['2.0.0', '1.1.0']],
      );
    });

    test('documents are not cacheable during a rollout but have ETags; afterward they are cacheable', async () => {
      const { app, id } = await roll(world);
      const path = '/feeds/electron/stable/latest.yml';
      for (const headers of [{}, { 'slipway-cohort': 'qa' }] as Record<string, string>[]) {
        const answer = await app.read(path, headers);
        assert.equal(answer.headers['cache-control'], 'private, no-cache');
        const again = await app.read(path, { ...headers, 'if-none-match': String(answer.headers.etag) });
        assert.equal(again.status, 304);
      }
      await app.client.completeRollout(app.slug, id);
      const done = await app.read(path);
      assert.deepEqual([done.headers['cache-control'], /^version: "2/.test(done.text)], [spec, true]);
    });

    test('a pause hides the release from all clients immediately', async () => {
      const { app, id } = await roll(world);
      await app.client.pauseRollout(app.slug, id, { reason: 'It crashes.' });
      for (const rest of Object.keys(documents))
        for (const headers of [{}, { 'slipway-cohort': 'qa' }] as Record<string, string>[])
          assert.equal(await versionAt(app, rest, headers), '1.1.0', rest);
    });

    test('Squirrel.Windows evaluates the rollout itself: every client gets the same lines with a whole percentage', async () => {
      const { app, id } = await roll(world, { steps: [{ percent: 12.9 }] });
      const read = async (headers: Record<string, string> = {}) =>
        app.read('/feeds/squirrel/stable/win32-x64/RELEASES?id=Acme&localVersion=1.0.0', headers);
      const list = await read();
      assert.equal(list.headers['cache-control'], 'private, no-cache');
      const lines = list.text.trim().split('\n');
      assert.match(lines[0] ?? '', /^[0-9A-F]{40} \S+\/Acme-1\.1\.0-full\.nupkg 400$/);
      assert.match(lines[1] ?? '', /^[0-9A-F]{40} \S+\/Acme-2\.0\.0-full\.nupkg 400 # 12%$/);
      assert.equal(lines.length, 2);
      for (const one of ids) assert.equal((await read({ 'slipway-client': one })).text, list.text);
      await app.client.advanceRollout(app.slug, id, { percent: 0.9 });
      assert.doesNotMatch((await read()).text, /2\.0\.0/);
    });

    test('the feed list has the version for everyone, and explain has the version for a client', async () => {
      const { app } = await roll(world);
      const { feeds } = await app.client.listFeeds(app.slug);
      for (const { version, url } of feeds.filter((one) => one.version !== null))
        assert.equal(version, '1.1.0', url);
      const query = 'target=windows&arch=x86_64&currentVersion=1.0.0&feed=electron';
      const explain = async (more: string) =>
        (await app.call('GET', `/explain?${query}&${more}`)).json<Explanation>();
      const [inside, outside] = [await explain('cohort=qa'), await explain('')];
      assert.deepEqual([inside.release?.version, inside.rollout?.admittedBy], ['2.0.0', 'cohort']);
      assert.deepEqual(
        outside.considered.map(({ version, verdict }) => [version, verdict]),
        [
          ['2.0.0', 'rollout-no-id'],
          ['1.1.0', 'offered'],
        ],
      );
    });

    test('a channel that also offers another: each feed has the newer version of both, with its files', async () => {
      const app = await createPublisher(world);
      await app.client.createChannel(app.slug, { name: 'beta' });
      await app.publish({ version: '2.0.0' }, piecesOf('2.0.0'));
      await app.publish({ version: '1.9.0', channel: 'beta' }, piecesOf('1.9.0'));
      const inBeta = (rest: string) => rest.replace('/stable/', '/beta/');
      const offered = async (rest: string) =>
        documents[rest]?.exec((await app.read(`/feeds/${inBeta(rest)}`)).text)?.[1];
      for (const rest of Object.keys(documents)) assert.equal(await offered(rest), '1.9.0', rest);
      await app.client.changeChannel(app.slug, 'beta', { alsoOffers: 'stable' });
      for (const rest of Object.keys(documents)) assert.equal(await offered(rest), '2.0.0', rest);
      const answer = await app.read('/feeds/electron/beta/latest.yml');
      assert.equal(answer.headers['cache-control'], spec);
      const [, path = ''] = /url: "([^"]+)"/.exec(answer.text) ?? [];
      for (const file of [path, '/feeds/velopack/beta/windows-x64/Acme-2.0.0-full.nupkg'])
        assert.equal((await app.read(file)).status, 200, file);
      const query = 'channel=beta&target=windows&arch=x86_64&currentVersion=1.0.0&feed=electron';
      const explanation = (await app.call('GET', `/explain?${query}`)).json<Explanation>();
      assert.deepEqual(
        explanation.considered.map(({ version, verdict, channel }) => [version, verdict, channel]),
        [
          ['1.9.0', 'newer-elsewhere', undefined],
          ['2.0.0', 'offered', 'stable'],
        ],
      );
      const { feeds } = await app.client.listFeeds(app.slug);
      const ofBeta = feeds.filter(({ channel, version }) => channel === 'beta' && version !== null);
      assert.ok(ofBeta.length > 4 && ofBeta.every(({ version }) => version === '2.0.0'));
      await app.publish({ version: '2.1.0', channel: 'beta' }, piecesOf('2.1.0'));
      for (const rest of Object.keys(documents)) assert.equal(await offered(rest), '2.1.0', rest);
    });
  });
};
