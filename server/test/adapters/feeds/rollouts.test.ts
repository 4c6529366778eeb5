import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { electron } from '../../../src/adapters/electron/feed.ts';
import { sparkle } from '../../../src/adapters/sparkle/feed.ts';
import { squirrelFeed } from '../../../src/adapters/squirrel/feed.ts';
import { tauriFeed } from '../../../src/adapters/tauri/feed.ts';
import { velopack } from '../../../src/adapters/velopack/feed.ts';
import { zsync } from '../../../src/adapters/zsync/feed.ts';
import { choose } from '../../../src/domain/decision/decide.ts';
import { planOffers } from '../../../src/domain/decision/plan.ts';
import { viewForVersion } from '../../../src/domain/decision/version-view.ts';
import { createFeedFiles } from '../../../src/domain/delivery/feed-files.ts';
import type { App } from '../../../src/domain/model/app.ts';
import type { Client } from '../../../src/domain/model/offer.ts';
import type { ReleaseWithArtifacts } from '../../../src/domain/model/release.ts';
import { makeSite } from '../../../src/domain/model/site.ts';
import { itemsOf, textIn } from './appcast.ts';
import { readAs, readers, rolloutOf } from './rolling.ts';
import { signed } from './signed.ts';
import { artifactOf, releaseOf } from './stage.ts';
import { deltaOf, fullOf } from './velopack-stage.ts';

const [qa, nobody]: [Client, Client] = [{ cohort: 'qa' }, {}];

const exe = (target: string) => artifactOf(target, '.exe', { facts: { sha512: `${'a'.repeat(86)}==` } });
const [x64, arm64] = ['windows-x86_64', 'windows-aarch64'];

const packed = (version: string, more: Partial<ReleaseWithArtifacts> = {}, deltaFrom?: string) =>
  releaseOf(
    version,
    [
      fullOf(x64, `App-${version}-full.nupkg`),
      ...(deltaFrom === undefined ? [] : [deltaOf(x64, `App-${version}-delta.nupkg`, deltaFrom)]),
    ],
    more,
  );

const linesFor = (releases: readonly ReleaseWithArtifacts[], client: Client): string[] =>
  (readAs(squirrelFeed, 'releases:x86_64', { releases, client })?.body ?? '')
    .split('\n')
    .flatMap((line) => /App-[\w.-]+nupkg.*$/.exec(line)?.[0] ?? []);

describe('files for several targets in one document', () => {
  const read = (release: ReleaseWithArtifacts, client: Client) =>
    readAs(electron, '', {
      releases: [release, releaseOf('1.0.0', [exe(x64), exe(arm64)])],
      client,
    })?.body ?? '';

  test('who is held back is not led to the file of another architecture', () => {
    const body = read(releaseOf('2.0.0', [exe(x64), exe(arm64)], { policy: { heldTargets: [x64] } }), nobody);
    assert.match(body, /^version: "1\.0\.0"/);
    assert.match(body, /windows-x86_64.*\n[\s\S]*windows-aarch64/);
  });

  test('a target that a brake stopped by itself is held back whoever asks', () => {
    const rollout = rolloutOf(1000, { brakedTargets: [arm64] });
    for (const client of [nobody, qa])
      assert.match(read(releaseOf('2.0.0', [exe(x64), exe(arm64)], { rollout }), client), /^version: "1/);
  });

  test('entries of platforms that are not held back stay in a static document', () => {
    const file = readers.find(({ feed }) => feed === 'tauri')?.fileOf('1') ?? assert.fail();
    const both = [
      file,
      { ...file, target: 'linux-aarch64' },
      { ...file, target: 'linux-deb-x86_64', format: '.deb' },
    ];
    const releases = [
      releaseOf('2.0.0', both, { policy: { heldTargets: ['linux-x86_64'] } }),
      releaseOf('1.0.0', both),
    ];
    const { version, platforms } = JSON.parse(
      readAs(tauriFeed, 'latest', { releases, client: {} })?.body ?? '',
    );
    assert.equal(version, '2.0.0');
    // A client without its own entry would take the one of its architecture.
    assert.deepEqual(Object.keys(platforms), ['linux-aarch64', 'linux-aarch64-appimage']);
  });
});

describe('a document of several targets that are held back here and there', () => {
  const targets = [x64, arm64, 'windows-i686'];
  const some = fc.subarray(targets);
  const drawn = fc.record({
    artifacts: fc.subarray(targets, { minLength: 1 }),
    heldTargets: some,
    brakedTargets: some,
    permille: fc.constantFrom(undefined, 0, 500, 1000),
  });

  test('names no file that the decision does not give for its target, in random worlds', () => {
    fc.assert(
      fc.property(fc.array(drawn, { minLength: 1, maxLength: 5 }), fc.integer({ max: 20 }), (world, id) => {
        const releases = world.map(({ artifacts, heldTargets, brakedTargets, permille }, index) =>
          releaseOf(`1.${world.length - index}.0`, artifacts.map(exe), {
            policy: { heldTargets },
            rollout: permille === undefined ? undefined : rolloutOf(permille, { brakedTargets }),
          }),
        );
        const client = { id: String(id) };
        const body = readAs(electron, '', { releases, client })?.body ?? '';
        const version = /^version: "(.*)"/.exec(body)?.[1] ?? '';
        const placeOf = (name: string | undefined) => releases.findIndex((one) => one.version === name);
        for (const [, target = ''] of body.matchAll(/url: "[^"]*\/(windows-[^/]+)\//g)) {
          const chosen = choose(viewForVersion(planOffers({ releases, target }), undefined), client);
          assert.ok(
            chosen && placeOf(version) >= placeOf(chosen.offer.release.version),
            `${target} ${version}`,
          );
        }
      }),
      { seed: 14, numRuns: 300 },
    );
  });
});

describe('lists of several releases', () => {
  const releases = [
    packed('3.0.0', { rollout: rolloutOf(259) }, '2.0.0'),
    packed('2.5.0', { rollout: rolloutOf(500, { state: 'paused' }) }, '2.0.0'),
    packed('2.0.0', {}, '1.0.0'),
    packed('1.0.0'),
  ];
  const assetsFor = (client: Client): string[] =>
    [
      ...(readAs(velopack, 'target:windows-x86_64', { releases, client })?.body ?? '').matchAll(
        /App-[\w.-]+nupkg/g,
      ),
    ].map(([name]) => name);

  test('nothing is listed that was published after what a client is given, companions included', () => {
    assert.deepEqual(assetsFor({ currentVersion: '1.0.0' }), [
      'App-2.0.0-full.nupkg',
      'App-2.0.0-delta.nupkg',
      'App-1.0.0-full.nupkg',
    ]);
  });

  test('who is let in is led on by deltas over releases that are not for everyone', () => {
    assert.deepEqual(assetsFor({ ...qa, currentVersion: '2.0.0' }).slice(0, 2), [
      'App-3.0.0-full.nupkg',
      'App-3.0.0-delta.nupkg',
    ]);
  });

  test('Squirrel.Windows is told the whole percent behind each line of the release, and nothing of paused ones', () => {
    const expected = [
      'App-1.0.0-full.nupkg 1048576',
      'App-2.0.0-full.nupkg 1048576',
      'App-2.0.0-delta.nupkg 4096',
      'App-3.0.0-full.nupkg 1048576 # 25%',
      'App-3.0.0-delta.nupkg 4096 # 25%',
    ];
    for (const client of [{}, { id: 'a' }, { id: 'b' }, { network: '203.0.113.7' }])
      assert.deepEqual(linesFor(releases, { ...client, currentVersion: '2.0.0' }), expected);
  });

  test('below one percent the line is left out, and beside no other release, too', () => {
    const small = [packed('2.0.0', { rollout: rolloutOf(9) }), packed('1.0.0')];
    assert.deepEqual(linesFor(small, {}), ['App-1.0.0-full.nupkg 1048576']);
    const alone = [packed('2.0.0', { rollout: rolloutOf(500) })];
    assert.deepEqual(linesFor(alone, { currentVersion: '1.0.0' }), ['App-1.0.0-full.nupkg 0']);
  });

  test('a lower version that is rolled out is not listed while the higher one is for everyone', () => {
    const back = [packed('1.9.0', { rollout: rolloutOf(500) }), packed('2.0.0')];
    assert.deepEqual(linesFor(back, {}), ['App-2.0.0-full.nupkg 1048576']);
  });

  test('testers and those who are to get away from their version have no percent', () => {
    assert.ok(linesFor(releases, qa).includes('App-3.0.0-full.nupkg 1048576'));
    const rescued = new Set(['2.5.0']);
    const body = readAs(squirrelFeed, 'releases:x86_64', {
      releases,
      client: { currentVersion: '2.5.0' },
      rescued,
    });
    assert.doesNotMatch(body?.body ?? '', /%/);
  });

  test('an appcast names no release that Sparkle would fall back to and that is not for the client', () => {
    const build = (version: string, more: Partial<ReleaseWithArtifacts> = {}, minimumSystem?: string) =>
      releaseOf(
        version,
        [signed('darwin-aarch64', '.zip', { facts: minimumSystem === undefined ? {} : { minimumSystem } })],
        more,
      );
    const cast = [
      build('3.0.0', {}, '14'),
      build('2.0.0', { rollout: rolloutOf(500, { state: 'paused' }) }),
      build('1.0.0'),
    ];
    const body = readAs(sparkle, 'darwin-aarch64', { releases: cast, client: { system: '13' } })?.body ?? '';
    assert.deepEqual(
      itemsOf(body).map((item) => textIn(item, 'sparkle:version')),
      ['3.0.0', '1.0.0'],
    );
  });
});

describe('what zsync is given', () => {
  const map = artifactOf('linux-x86_64.zsync', '.zsync', { companionOf: 'linux-x86_64' });
  const image = (fileName: string) => artifactOf('linux-x86_64', '.AppImage', { facts: { fileName } });
  const built = (sequence: number, version: string, more: Partial<ReleaseWithArtifacts> = {}) =>
    releaseOf(version, [image('App.AppImage'), map], { sequence, ...more });
  const feedFiles = createFeedFiles({ store: { listByVersion: async () => [] } });
  const find = (releases: ReleaseWithArtifacts[], name: string, client: Client) => {
    const site = makeSite(
      { host: 'h', baseUrl: 'http://h' },
      { slug: 'acme', publicSlug: 'acme' } as App,
      releases,
    );
    const ask = zsync.parse('stable', `linux-x64/${name}`, '');
    assert.equal(ask?.kind, 'file');
    return feedFiles.findByName(site, ask, client).then(
      ({ releaseId, target }) => `${releaseId} ${target}`,
      () => undefined,
    );
  };

  test('the release that is meant for the client, and its own file beside it', async () => {
    const two = [built(2, '2.0.0', { rollout: rolloutOf(100) }), built(1, '1.0.0')];
    for (const [client, id] of [
      [nobody, 'rel_1.0.0'],
      [qa, 'rel_2.0.0'],
    ] as const) {
      assert.equal(await find(two, 'App.AppImage.zsync', client), `${id} linux-x86_64.zsync`);
      assert.equal(await find(two, 'App.AppImage', client), `${id} linux-x86_64`);
    }
  });

  test('nothing where what is meant for the client has no such file', async () => {
    const bare = releaseOf('1.0.0', [image('App.AppImage')], { sequence: 1 });
    const two = [built(2, '2.0.0', { policy: { heldTargets: ['linux-x86_64'] } }), bare];
    assert.equal(await find(two, 'App.AppImage.zsync', qa), undefined);
  });

  test('a name that holds its version means that release whoever asks', async () => {
    const named = releaseOf('2.0.0', [image('App-2.0.0.AppImage'), map], {
      sequence: 2,
      rollout: rolloutOf(1),
    });
    assert.equal(
      await find([named, built(1, '1.0.0')], 'App-2.0.0.AppImage', nobody),
      'rel_2.0.0 linux-x86_64',
    );
  });
});
