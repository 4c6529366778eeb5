import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Fleet } from '@slipway/api';
import { retryUntilSuccess } from '../../lab/wait-until.ts';
import { exeOf, packageOf, piecesOf } from '../every-updater.ts';
import { agent, type Reading, readings, uuid } from '../feed-readings.ts';
import { createPublisher, type Publisher, tauriSignature } from '../publisher.ts';
import type { World } from '../world.ts';
import { fleetOf, settled } from './fleet.ts';

const read = (app: Publisher, { rest, headers = {} }: Pick<Reading, 'rest' | 'headers'>) =>
  app.read(`/feeds/${rest}`, headers);

type Counts = [checks: number, offers: number, withId: number];

const times = 3;

const expectedOf = (all: readonly Reading[]): Record<string, Counts> => {
  const rows: Record<string, Counts> = {};
  for (const { row, isOffer = false, isWithId = false } of all) {
    const [checks, offers, withId] = rows[row.join(' ')] ?? [0, 0, 0];
    rows[row.join(' ')] = [
      checks + times,
      offers + Number(isOffer) * times,
      withId + Number(isWithId) * times,
    ];
  }
  return rows;
};

const countsOf = ({ rows }: Fleet): Record<string, Counts> =>
  Object.fromEntries(
    rows.map(({ target, version, checks, offers, withId }) => [
      `${target} ${version}`,
      [checks, offers, withId],
    ]),
  );

/** Updaters that read feeds are counted like those that check. */
export const fleetFeedsSection = (world: World): void => {
  describe('The fleet, of updaters that read feeds', () => {
    test('each read is counted by the version and ID that the updater sends', async () => {
      const app = await createPublisher(world);
      for (const version of ['1.0.0', '1.1.0']) await app.publish({ version }, piecesOf(version));
      const all = Object.values(readings).flat();
      for (let time = 0; time < times; time++)
        for (const reading of all) assert.ok((await read(app, reading)).status < 300, reading.rest);
      assert.deepEqual(countsOf(await settled(app, times * all.length)), expectedOf(all));
    });

    test('a HEAD before the GET, as MSIX sends it, is not counted', async () => {
      const app = await createPublisher(world);
      await app.publish({ version: '1.0.0' }, [{ target: 'windows-msix-x86_64', format: '.msix' }]);
      const url = `${app.publicUrl}/feeds/squirrel/stable/win32-x64/msix/0.9.0`;
      for (const method of ['HEAD', 'GET', 'HEAD', 'GET'])
        assert.equal((await world.send({ url, method })).status, 200);
      assert.deepEqual(countsOf(await settled(app, 2)), { 'windows-msix-x86_64 0.9.0': [2, 2, 0] });
    });

    test('a document for several targets is counted under their common system', async () => {
      const app = await createPublisher(world);
      const signature = tauriSignature();
      await app.publish({ version: '1.0.0' }, [
        { ...exeOf(), signature },
        { ...exeOf('windows-aarch64'), signature },
        { target: 'linux-x86_64', format: '.AppImage', signature },
        { target: 'linux-deb-x86_64', format: '.deb', signature },
      ]);
      await read(app, { rest: 'electron/stable/from/0.9.0/latest.yml' });
      await read(app, { rest: 'tauri/stable/from/0.9.0/latest.json' });
      const { rows } = await settled(app, 2);
      assert.deepEqual(
        rows.map(({ target, version, offers }) => [target, version, offers]),
        [
          ['unknown', '0.9.0', 1],
          ['windows', '0.9.0', 1],
        ],
      );
    });

    test('made-up versions create few rows, from the path, the query or the user agent', async () => {
      const app = await createPublisher(world);
      await app.publish({ version: '1.0.0' }, piecesOf('1.0.0'));
      const made = Array.from({ length: 10 }, (_, n) => n);
      for (const n of made) {
        await read(app, { rest: `electron/stable/from/0.0.${n}/latest.yml` });
        await read(app, { rest: `velopack/stable/releases.win-x64.json?localVersion=0.1.${n}` });
        await read(app, {
          rest: 'sparkle/stable/windows/appcast.xml',
          headers: agent(`App/0.2.${n} WinSparkle/1`),
        });
        await read(app, {
          rest: 'sparkle/stable/windows/appcast.xml',
          headers: agent(`App/${'9'.repeat(2000)} Sparkle/2`),
        });
      }
      const { rows } = await settled(app, 40);
      const strange = rows.filter(({ version }) => version !== 'other');
      assert.equal(strange.length, 16);
      assert.equal(
        rows.reduce((sum, { checks }) => sum + checks, 0),
        40,
      );
    });

    test('Squirrel.Windows’ spelling of a pre-release is counted as the release’s version', async () => {
      const app = await createPublisher(world);
      await app.publish({ version: '1.2.0-beta.1' }, [packageOf('1.2.0-beta1')]);
      await app.publish({ version: '1.2.0-beta.2' }, [packageOf('1.2.0-beta2')]);
      for (const beta of ['beta1', 'beta2'])
        await read(app, { rest: `squirrel/stable/win32-x64/RELEASES?id=Acme&localVersion=1.2.0-${beta}` });
      assert.deepEqual(countsOf(await settled(app, 2)), {
        'windows-nupkg-x86_64 1.2.0-beta.1': [1, 1, 0],
        'windows-nupkg-x86_64 1.2.0-beta.2': [1, 0, 0],
      });
    });

    test('clients of a withdrawn release are counted; if half send no version, there is a warning', async () => {
      const app = await createPublisher(world);
      const { release } = await app.publish({ version: '1.0.0' }, [exeOf()]);
      await app.client.withdrawRelease(app.slug, release.id, { reason: 'It crashes' });
      const headers = { 'slipway-client': uuid };
      const missing = await read(app, { rest: 'electron/stable/from/1.0.0/latest.yml', headers });
      assert.equal(missing.status, 404);
      const fleet = await settled(app, 1);
      assert.deepEqual([countsOf(fleet), fleet.warnings], [{ 'other 1.0.0': [1, 0, 1] }, []]);
      await read(app, { rest: 'electron/stable/latest.yml', headers });
      const codes = async (query: string) => (await fleetOf(app, query)).warnings.map(({ code }) => code);
      await settled(app, 2);
      assert.deepEqual(
        [await codes(''), await codes('?by=version')],
        [['versions-missing'], ['versions-missing']],
      );
    });

    test('during a rollout: offers and arrivals of clients that send a version', async () => {
      const app = await createPublisher(world);
      await app.publish({ version: '1.0.0' }, [exeOf(), packageOf('1.0.0')]);
      const { release } = await app.publish({ version: '1.1.0' }, [exeOf(), packageOf('1.1.0')]);
      await app.client.planRollout(app.slug, release.id, { steps: [{ percent: 50 }], cohorts: ['qa'] });
      const inside = { 'slipway-cohort': 'qa' };
      await read(app, { rest: 'electron/stable/from/1.0.0/latest.yml', headers: inside });
      await read(app, { rest: 'electron/stable/from/1.0.0/latest.yml' });
      await read(app, { rest: 'electron/stable/from/1.1.0/latest.yml', headers: inside });
      await read(app, { rest: 'electron/stable/latest.yml', headers: inside });
      // The client evaluates the rollout itself: one with the release for everyone may get no offer.
      for (const version of ['1.0.0', '0.9.0'])
        await read(app, { rest: `squirrel/stable/win32-x64/RELEASES?id=Acme&localVersion=${version}` });
      assert.deepEqual(countsOf(await settled(app, 6)), {
        'windows-nupkg-x86_64 0.9.0': [1, 1, 0],
        'windows-nupkg-x86_64 1.0.0': [1, 0, 0],
        'windows-x86_64 1.0.0': [2, 1, 0],
        'windows-x86_64 1.1.0': [1, 0, 0],
        'windows-x86_64 unknown': [1, 0, 0],
      });
      await retryUntilSuccess(async () => {
        await fleetOf(app);
        const { hours } = await app.client.getRollout(app.slug, release.id);
        assert.deepEqual(
          hours.map(({ target, offers, arrivals }) => [target, offers, arrivals]),
          [['windows-x86_64', 1, 1]],
        );
      });
    });

    test('checkCaching also applies to feed documents, so that each read is counted', async () => {
      const app = await createPublisher(world);
      await app.publish({ version: '1.0.0' }, [exeOf()]);
      const caching = async () =>
        (await read(app, { rest: 'electron/stable/latest.yml' })).headers['cache-control'];
      assert.equal(await caching(), 'public, max-age=60, s-maxage=300');
      await app.client.changeApp(app.slug, { checkCaching: 'private' });
      await retryUntilSuccess(async () => assert.equal(await caching(), 'private, no-cache'));
    });
  });
};
