import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Fleet } from '@slipway/api';
import { eventually } from '../../lab/until.ts';
import { exeOf, packageOf, piecesOf } from '../every-updater.ts';
import { createPublisher, type Publisher, tauriSignature } from '../publisher.ts';
import type { World } from '../world.ts';
import { fleetOf, settled } from './fleet.ts';

/** Who reads, and in which row that is to be found. */
interface Reading {
  rest: string;
  headers?: Record<string, string>;
  row: [target: string, version: string];
  isOffer?: boolean;
  isWithId?: boolean;
}

const uuid = '0b9d1f0e-6b43-4c9b-8a55-0f3a5bb1f001';
const agent = (text: string) => ({ 'user-agent': text });

/** What stock updaters send to an app that has 1.0.0 and 1.1.0. */
const readings: Readonly<Record<string, Reading[]>> = {
  'electron-updater': [
    {
      rest: 'electron/stable/latest.yml?noCache=1j2k3l',
      headers: { ...agent('electron-builder'), 'x-user-staging-id': uuid },
      ...{ row: ['windows-x86_64', 'unknown'], isWithId: true },
    },
    { rest: 'electron/stable/from/1.0.0/latest.yml', row: ['windows-x86_64', '1.0.0'], isOffer: true },
    { rest: 'electron/stable/from/1.1.0/latest.yml', row: ['windows-x86_64', '1.1.0'] },
  ],
  'Squirrel.Windows': [
    {
      rest: 'squirrel/stable/win32-x64/RELEASES?id=Acme&localVersion=1.0.0&arch=amd64',
      ...{ row: ['windows-nupkg-x86_64', '1.0.0'], isOffer: true },
    },
    {
      rest: 'squirrel/stable/win32-x64/releases?id=acme&localversion=1.1.0&arch=amd64',
      row: ['windows-nupkg-x86_64', '1.1.0'],
    },
    { rest: 'squirrel/stable/win32-x64/RELEASES', row: ['windows-nupkg-x86_64', 'unknown'] },
  ],
  'Squirrel.Mac': [
    { rest: 'squirrel/stable/darwin-arm64/1.0.0', row: ['darwin-aarch64', '1.0.0'], isOffer: true },
    { rest: 'squirrel/stable/darwin-arm64/1.1.0', row: ['darwin-aarch64', '1.1.0'] },
    { rest: 'squirrel/stable/darwin-arm64/RELEASES.json', row: ['darwin-aarch64', 'unknown'] },
  ],
  MSIX: [{ rest: 'squirrel/stable/win32-x64/msix/1.0.0', row: ['other', '1.0.0'] }],
  Velopack: [
    {
      rest: `velopack/stable/releases.win-x64.json?localVersion=0.9.0&id=Acme&stagingId=${uuid}`,
      ...{ row: ['windows-nupkg-x86_64', '0.9.0'], isOffer: true, isWithId: true },
    },
    {
      rest: 'velopack/stable/releases.win.json?arch=x64&os=win&rid=win-x64&id=Acme&localVersion=1.1.0',
      row: ['windows-nupkg-x86_64', '1.1.0'],
    },
  ],
  Sparkle: [
    {
      rest: 'sparkle/stable/darwin/appcast.xml',
      headers: agent('My App/1.0.0 Sparkle/2.6.4'),
      ...{ row: ['darwin-aarch64', '1.0.0'], isOffer: true },
    },
    {
      rest: 'sparkle/stable/darwin/appcast.xml?appName=App&appVersion=2043',
      headers: agent('App/? Sparkle/2.6.4'),
      row: ['darwin-aarch64', 'unknown'],
    },
  ],
  WinSparkle: [
    {
      rest: 'sparkle/stable/windows/appcast.xml',
      headers: agent('App/1.1.0 WinSparkle/0.8.1 (Win64)'),
      row: ['windows-x86_64', '1.1.0'],
    },
  ],
  'Tauri, static file': [
    {
      rest: 'tauri/stable/latest.json',
      headers: agent('tauri-plugin-updater/2.9.0'),
      row: ['linux-x86_64', 'unknown'],
    },
    { rest: 'tauri/stable/from/1.0.0/latest.json', row: ['linux-x86_64', '1.0.0'], isOffer: true },
  ],
  'cargo-packager, static file': [
    {
      rest: 'cargo-packager/stable/from/v1.0.0/latest.json',
      headers: { 'slipway-client': uuid },
      ...{ row: ['linux-x86_64', '1.0.0'], isOffer: true, isWithId: true },
    },
  ],
  zsync: [{ rest: 'zsync/stable/linux-x86_64/App.AppImage.zsync', row: ['linux-x86_64', 'unknown'] }],
};

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

/** That updaters which read feeds are counted as those are which ask a check. */
export const fleetFeedsSection = (world: World): void => {
  describe('The fleet, of updaters that read feeds', () => {
    test('each is counted by what it tells of itself, however often the document was read', async () => {
      const app = await createPublisher(world);
      for (const version of ['1.0.0', '1.1.0']) await app.publish({ version }, piecesOf(version));
      const all = Object.values(readings).flat();
      for (let time = 0; time < times; time++)
        for (const reading of all) assert.ok((await read(app, reading)).status < 300, reading.rest);
      assert.deepEqual(countsOf(await settled(app, times * all.length)), expectedOf(all));
    });

    test('a document for several targets is counted by what these have in common', async () => {
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

    test('made-up versions make few rows, however they are told', async () => {
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

    test('Squirrel.Windows’ spelling of a pre-release is the release’s own', async () => {
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

    test('who has the release that was withdrawn is seen, and half of them telling no version is a warning', async () => {
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

    test('while a release is rolled out: offers and arrivals of those who tell a version', async () => {
      const app = await createPublisher(world);
      await app.publish({ version: '1.0.0' }, [exeOf()]);
      const { release } = await app.publish({ version: '1.1.0' }, [exeOf()]);
      await app.client.planRollout(app.slug, release.id, { steps: [{ percent: 50 }], cohorts: ['qa'] });
      const inside = { 'slipway-cohort': 'qa' };
      await read(app, { rest: 'electron/stable/from/1.0.0/latest.yml', headers: inside });
      await read(app, { rest: 'electron/stable/from/1.0.0/latest.yml' });
      await read(app, { rest: 'electron/stable/from/1.1.0/latest.yml', headers: inside });
      await read(app, { rest: 'electron/stable/latest.yml', headers: inside });
      assert.deepEqual(countsOf(await settled(app, 4)), {
        'windows-x86_64 1.0.0': [2, 1, 0],
        'windows-x86_64 1.1.0': [1, 0, 0],
        'windows-x86_64 unknown': [1, 0, 0],
      });
      await eventually(async () => {
        await fleetOf(app);
        const { hours } = await app.client.getRollout(app.slug, release.id);
        assert.deepEqual(
          hours.map(({ target, offers, arrivals }) => [target, offers, arrivals]),
          [['windows-x86_64', 1, 1]],
        );
      });
    });

    test('checkCaching keeps documents out of caches, too, so that each reader is counted', async () => {
      const app = await createPublisher(world);
      await app.publish({ version: '1.0.0' }, [exeOf()]);
      const caching = async () =>
        (await read(app, { rest: 'electron/stable/latest.yml' })).headers['cache-control'];
      assert.equal(await caching(), 'public, max-age=60, s-maxage=300');
      await app.client.changeApp(app.slug, { checkCaching: 'private' });
      await eventually(async () => assert.equal(await caching(), 'private, no-cache'));
    });
  });
};
