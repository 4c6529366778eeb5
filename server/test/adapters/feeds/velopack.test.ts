import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { velopack } from '../../../src/adapters/velopack/feed.ts';
import type { FeedClient } from '../../../src/domain/model/feed.ts';
import type { ReleaseWithArtifacts } from '../../../src/domain/model/release.ts';
import { answerOf, artifactOf, describeGolden, placesOf, releaseOf, viewOf } from './stage.ts';
import { deltaOf, fullOf, packed } from './velopack-stage.ts';

const history = viewOf(
  packed('1.2.0', '1.1.0', '“Faster.”\n\n- fewer crashes'),
  packed('1.1.0', '1.0.0', 'Old notes.'),
  packed('1.0.0'),
);

describeGolden(velopack, {
  plain: ['system:windows', history],
  chained: ['name:windows-x86_64', history, { version: '1.1.0' }],
  empty: ['name:linux-x86_64', history],
});

interface Listed {
  Version: string;
  Type: string;
  FileName: string;
}

const assetsOf = (
  document: string,
  releases: readonly ReleaseWithArtifacts[],
  client: FeedClient = {},
): Listed[] | undefined => {
  const rendered = answerOf(velopack.render(viewOf(...releases), document), client);
  return rendered && (JSON.parse(rendered.body) as { Assets: Listed[] }).Assets;
};

const filesOf = (...args: Parameters<typeof assetsOf>) => assetsOf(...args)?.map(({ FileName }) => FileName);

const documentAt = (rest: string, query = ''): string | undefined => {
  const ask = velopack.parse('stable', rest, query);
  return ask?.kind === 'document' ? ask.document : undefined;
};

describe('addresses of the velopack feed', () => {
  test('the name contains system and architecture, in any common spelling', () => {
    for (const [rest, document] of [
      ['releases.win.json', 'system:windows'],
      ['releases.osx-arm64.json', 'name:darwin-aarch64'],
      ['releases.linux-x64-beta.json', 'name:linux-x86_64'],
      ['releases.WIN-X64.json', 'name:windows-x86_64'],
      ['windows-arm64/releases.anything.json', 'target:windows-aarch64'],
      ['win-x86/releases.win-x64.json', 'target:windows-i686'],
      ['releases.stable.json', 'only:'],
    ] as const)
      assert.equal(documentAt(rest), document, rest);
  });

  test('the query is used if the name has no platform; its names are case-insensitive', () => {
    const at = (query: string) => documentAt('releases.stable.json', query);
    assert.equal(at('rid=win-x64&os=win&arch=arm64'), 'machine:windows-x86_64');
    assert.equal(at('OS=osx&Arch=arm64'), 'machine:darwin-aarch64');
    assert.equal(at('os=linux'), 'system:linux');
    assert.equal(at('rid=&os=plan9&arch=vax'), 'only:');
    assert.equal(documentAt('releases.win.json', 'rid=linux-x64'), 'system:windows');
  });

  test('arbitrary names lead to a bounded number of documents', () => {
    const words = ['win', 'osx', 'linux', 'x64', 'arm64', 'x86', 'beta', 'x', '', 'deb', '1', 'universal'];
    const found = new Set<string | undefined>();
    for (const a of words)
      for (const b of words)
        for (const rest of [`releases.${a}-${b}.json`, `${a}-${b}-x/releases.${b}.json`])
          found.add(documentAt(rest, `rid=${b}-${a}&os=${a}`));
    for (const document of found) assert.match(document ?? 'only:', /^\w+:(?:\w+(?:-\w+)?)?$/);
    assert.ok(found.size < 40, String(found.size));
  });

  test('the client version is read as sent, including a plus', () => {
    const clientAt = (query: string) => {
      const ask = velopack.parse('stable', 'releases.win.json', query);
      return ask?.kind === 'document' ? ask.client : undefined;
    };
    assert.deepEqual(clientAt('localVersion=1.0.0+5&id=App'), { version: '1.0.0+5' });
    const long = `&x=${'&'.repeat(9000)}&localVersion=9.0.0`;
    assert.deepEqual(clientAt(`LOCALVERSION=1.0.0%2B5${long}`), { version: '1.0.0+5' });
    for (const query of ['', 'localVersion=', 'localVersion=%zz', '%6cocalVersion=1', 'xlocalVersion=1'])
      assert.deepEqual(clientAt(query), { version: undefined }, query);
  });

  test('other files do not exist', () => {
    for (const rest of [
      '',
      'releases.json',
      'releases..json',
      'RELEASES',
      'Setup.exe',
      'App-full.nupkg',
      '1.0.0-full.nupkg',
      'App-1.0.0.nupkg',
      'vax/releases.win.json',
      'a/b/releases.win.json',
      `${'x'.repeat(300)}-1.0.0-full.nupkg`,
      `releases.${'x'.repeat(400)}.json`,
    ])
      assert.equal(velopack.parse('stable', rest, ''), undefined, rest);
  });

  test('are listed for updater setup', () => {
    const places = placesOf(
      artifactOf('windows-nupkg-x86_64', '.nupkg'),
      artifactOf('darwin-aarch64', '.nupkg'),
    );
    const addresses = places.flatMap(velopack.addresses);
    assert.deepEqual(
      addresses.map(({ client, configPath, requestPath }) => [client, configPath, requestPath]),
      [
        ['Velopack, win-x64', '/windows-x64', 'windows-x64/releases.win-x64.json'],
        ['Velopack, osx-arm64', '/darwin-arm64', 'darwin-arm64/releases.osx-arm64.json'],
      ],
    );
    for (const { requestPath, document } of addresses) {
      const ask = velopack.parse('stable', requestPath, '');
      assert.equal(ask?.kind === 'document' && ask.document, document);
    }
  });
});

describe('the platform of a velopack document', () => {
  const names = {
    x64: 'App-1.0.0-full.nupkg',
    arm64: 'App-1.0.0-win-arm64-full.nupkg',
    universal: 'App-1.0.0-osx-full.nupkg',
  };
  const x64 = releaseOf('1.0.0', [fullOf('windows-x86_64', names.x64)]);
  const arm64 = releaseOf('1.0.0', [fullOf('windows-aarch64', names.arm64)]);
  const mac = releaseOf('1.0.0', [fullOf('darwin-universal', names.universal)]);
  const all = releaseOf('1.0.0', [...arm64.artifacts, ...x64.artifacts, ...mac.artifacts]);

  test('a system without an architecture means its only one, or x64', () => {
    assert.deepEqual(filesOf('system:windows', [arm64]), [names.arm64]);
    assert.deepEqual(filesOf('system:windows', [all]), [names.x64]);
    // Not even while the newest release has no file for x64.
    const newer = releaseOf('2.0.0', [fullOf('windows-aarch64', 'App-2.0.0-win-arm64-full.nupkg')]);
    assert.deepEqual(filesOf('system:windows', [newer, all]), [names.x64]);
  });

  test('without a platform, the only available one is used', () => {
    assert.deepEqual(filesOf('only:', [x64]), [names.x64]);
    assert.equal(filesOf('only:', [all]), undefined);
    assert.deepEqual(filesOf('only:', []), []);
  });

  test('a named architecture matches exactly; a universal Mac package matches each', () => {
    assert.deepEqual(filesOf('name:windows-aarch64', [x64]), []);
    assert.deepEqual(filesOf('name:darwin-aarch64', [all]), [names.universal]);
    assert.deepEqual(filesOf('target:darwin-x86_64', [all]), [names.universal]);
  });

  test('a machine gets what it can run, its own architecture first', () => {
    assert.deepEqual(filesOf('machine:windows-aarch64', [all]), [names.arm64]);
    assert.deepEqual(filesOf('machine:windows-aarch64', [x64]), [names.x64]);
    assert.deepEqual(filesOf('machine:windows-x86_64', [arm64]), []);
    assert.deepEqual(filesOf('machine:darwin-aarch64', [all]), [names.universal]);
  });

  test('of two packages with the same name, the one that the name or the requested target leads to', () => {
    const twins = releaseOf('1.0.0', [
      fullOf('windows-aarch64', names.x64, { sizeBytes: 2 }),
      fullOf('windows-x86_64', names.x64, { sizeBytes: 1 }),
    ]);
    assert.deepEqual(filesOf('name:windows-aarch64', [twins]), []);
    assert.deepEqual(filesOf('name:windows-x86_64', [twins]), [names.x64]);
    assert.deepEqual(filesOf('target:windows-aarch64', [twins]), [names.x64]);
    const [arm] = twins.artifacts;
    const fitness = arm && velopack.matchArtifact('name:windows-aarch64', twins, arm);
    assert.match(JSON.stringify(fitness), /leads to the file for windows-x86_64/);
  });
});

describe('packages in a velopack document', () => {
  test('are excluded with a reason', () => {
    const reasonOf = (version: string, artifact = fullOf('windows-x86_64', `App-${version}-full.nupkg`)) =>
      JSON.stringify(velopack.matchArtifact('system:windows', releaseOf(version, [artifact]), artifact));
    const name = 'App-1.0.0-full.nupkg';
    assert.equal(reasonOf('1.0.0'), '"fit"');
    assert.equal(reasonOf('v1.0.0', fullOf('windows-x86_64', name)), '"fit"');
    assert.equal(reasonOf('1.0.0', fullOf('linux-x86_64', name)), '"elsewhere"');
    assert.equal(reasonOf('1.0.0', artifactOf('windows-x86_64', '.exe')), '"elsewhere"');
    assert.match(reasonOf('1.0.0', fullOf('mine', name)), /has no system/);
    assert.match(reasonOf('1.0.0', fullOf('windows-x86_64', name, { state: 'pruned' })), /pruned/);
    assert.match(reasonOf('1.0'), /not SemVer/);
    assert.match(reasonOf('1.0.2147483648'), /not SemVer/);
    assert.match(reasonOf('1.0.1', fullOf('windows-x86_64', name)), /\{id\}-1\.0\.1-full\.nupkg/);
    assert.match(reasonOf('1.0.0', fullOf('windows-x86_64', 'App-1.0.0-delta.nupkg')), /-full\.nupkg/);
    assert.match(reasonOf('1.0.0', artifactOf('windows-x86_64', '.nupkg')), /-full\.nupkg/);
    const bare = artifactOf('windows-x86_64', '.nupkg', { facts: { fileName: name } });
    assert.match(reasonOf('1.0.0', bare), /SHA-1/);
    const delta = deltaOf('windows-x86_64', 'App-1.0.0-delta.nupkg', '0.9.0');
    const fitness = velopack.matchArtifact('system:windows', releaseOf('1.0.0', [bare, delta]), delta);
    assert.match(JSON.stringify(fitness), /SHA-1/, 'a delta goes with its package');
    assert.equal(velopack.matchArtifact('nonsense', releaseOf('1.0.0', [bare]), bare), 'elsewhere');
    assert.equal(velopack.render(viewOf(), 'nonsense'), undefined);
  });

  test('deltas are listed only for clients that they lead to the newest version', () => {
    const releases = [packed('1.2.0', '1.1.0'), packed('1.1.0', '1.0.0'), packed('1.0.0'), packed('0.9.0')];
    const deltas = (version?: string) =>
      assetsOf('system:windows', releases, { version })
        ?.filter(({ Type }) => Type === 'Delta')
        .map(({ Version }) => Version);
    assert.deepEqual(deltas('1.1.0'), ['1.2.0', '1.1.0']);
    assert.deepEqual(deltas('1.0.0'), ['1.2.0', '1.1.0']);
    for (const version of ['0.9.0', '1.2.0', '3.0.0', 'odd', undefined])
      assert.deepEqual(deltas(version), []);
  });

  test('a delta without a declared base starts from the previous release; an unusable delta is ignored', () => {
    const before = packed('1.0.0');
    const full = fullOf('windows-x86_64', 'App-1.1.0-full.nupkg');
    const types = (...artifacts: Parameters<typeof releaseOf>[1]) =>
      assetsOf('system:windows', [releaseOf('1.1.0', [full, ...artifacts]), before], {
        version: '1.0.0',
      })?.map(({ Type }) => Type);
    assert.deepEqual(types(deltaOf('windows-x86_64', 'App-1.1.0-delta.nupkg')), ['Full', 'Delta', 'Full']);
    assert.deepEqual(types(deltaOf('windows-x86_64', 'App-1.1.1-delta.nupkg')), ['Full', 'Full']);
    assert.deepEqual(types(deltaOf('windows-aarch64', 'App-1.1.0-delta.nupkg')), ['Full', 'Full']);
  });

  test('after a rollback to an older version, newer releases are not listed', () => {
    const releases = [packed('1.1.0'), packed('2.0.0'), packed('1.0.0')];
    assert.deepEqual(
      assetsOf('system:windows', releases)?.map(({ Version }) => Version),
      ['1.1.0', '1.0.0'],
    );
  });
});
