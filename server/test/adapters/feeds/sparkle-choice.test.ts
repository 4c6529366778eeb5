import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { sparkle } from '../../../src/adapters/sparkle/feed.ts';
import type { Artifact } from '../../../src/domain/model/artifact.ts';
import type { FeedView } from '../../../src/domain/model/feed.ts';
import { appcastOf, childrenOf, enclosureOf, itemsOf, textIn } from './appcast.ts';
import { deltaOf, signed, universal } from './signed.ts';
import { answerOf, artifactOf, placesOf, releaseOf, viewOf } from './stage.ts';

const versionsIn = (view: FeedView, document = 'darwin') =>
  itemsOf(appcastOf(view, document)).map((item) => textIn(item, 'sparkle:version'));

describe('releases in an appcast', () => {
  test('are the latest and 25 before it, none newer by version or build', () => {
    const many = Array.from({ length: 40 }, (_, index) =>
      releaseOf(`1.0.${40 - index}`, [universal({ build: `${40 - index}` })]),
    );
    assert.equal(versionsIn(viewOf(...many)).length, 26);
    const back = [releaseOf('1.0.7', [universal({ build: '7' })]), ...many];
    assert.deepEqual(versionsIn(viewOf(...back)).slice(0, 2), ['7', '7']);
    const mixed = viewOf(
      releaseOf('2.0.0', [universal()]),
      releaseOf('1.9.0', [universal({ build: '190' })]),
    );
    assert.deepEqual(versionsIn(mixed), ['2.0.0']);
  });

  test('include the last release of a Windows architecture that the latest lacks', () => {
    const view = viewOf(
      releaseOf('1.0.0', [signed('windows-x86_64', '.exe')]),
      releaseOf('1.5.0', [signed('windows-x86_64', '.exe'), signed('windows-aarch64', '.exe')]),
    );
    const listed = itemsOf(appcastOf(view, 'windows')).map((item) => [
      textIn(item, 'sparkle:version'),
      enclosureOf(item)['sparkle:os'],
    ]);
    assert.deepEqual(listed, [
      ['1.0.0', 'windows-x64'],
      ['1.5.0', 'windows-arm64'],
    ]);
  });

  test('of two macOS architectures are in separate appcasts, not in a common one', () => {
    const arm = signed('darwin-aarch64', '.zip', { sha256: '1'.repeat(64) });
    const intel = signed('darwin-x86_64', '.zip');
    const both = viewOf(releaseOf('2.0.0', [arm, intel]), releaseOf('1.0.0', [universal()]));
    assert.equal(sparkle.render(both, 'darwin'), undefined);
    assert.deepEqual(versionsIn(both, 'darwin-aarch64'), ['2.0.0', '1.0.0']);
    assert.deepEqual(
      placesOf(arm, intel, universal())
        .flatMap(sparkle.addresses)
        .map(({ configPath }) => configPath),
      ['/darwin-aarch64/appcast.xml', '/darwin-x86_64/appcast.xml', '/darwin/appcast.xml'],
    );
    const merged = viewOf(releaseOf('3.0.0', [arm, intel, universal()]), ...both.releases);
    assert.deepEqual(versionsIn(merged), ['3.0.0', '1.0.0']);
    const same = viewOf(releaseOf('3.0.0', [{ ...arm, sha256: intel.sha256 }, intel]));
    assert.deepEqual(versionsIn(same), ['3.0.0']);
    // The other file still exists for some clients, but is pruned.
    const unsigned = viewOf(releaseOf('2.0.0', [arm, { ...intel, state: 'pruned' }]));
    assert.equal(sparkle.render(unsigned, 'darwin'), undefined);
  });
});

describe('appcast addresses', () => {
  const documentOf = (rest: string) => {
    const ask = sparkle.parse('stable', rest, 'appName=x');
    return ask?.kind === 'document' ? ask.document : undefined;
  };

  test('accept aliases of a target, with one document for each', () => {
    for (const [words, document] of [
      ['darwin', 'darwin'],
      ['macos', 'darwin'],
      ['win32', 'windows'],
      ['windows-msi', 'windows-msi'],
      ['osx-arm64', 'darwin-aarch64'],
      ['mac-universal', 'darwin-universal'],
      ['win-x86', 'windows-i686'],
      ['x64-windows-msi', 'windows-msi-x86_64'],
    ])
      assert.equal(documentOf(`${words}/appcast.xml`), document, words);
  });

  test('of other targets or files do not exist', () => {
    const others = [
      '',
      'linux',
      'linux-x64',
      'darwin-portable',
      'windows-riscv64',
      'darwin/x',
      'a'.repeat(200),
    ];
    for (const words of others) assert.equal(documentOf(`${words}/appcast.xml`), undefined, words);
    for (const rest of ['darwin', 'darwin/', 'darwin/appcast', 'appcast.xml', 'darwin/feed.xml'])
      assert.equal(documentOf(rest), undefined, rest);
    assert.equal(sparkle.render(viewOf(), 'linux'), undefined);
  });
});

describe('reasons to exclude a file from an appcast', () => {
  const matchOf = (document: string, artifact: Artifact, ...others: Artifact[]) => {
    const fitness = sparkle.matchArtifact(document, releaseOf('1.0.0', [artifact, ...others]), artifact);
    return typeof fitness === 'string' ? fitness : fitness.reason;
  };

  test('signature: Sparkle requires one; WinSparkle accepts none, but not one of another kind', () => {
    const bare = artifactOf('darwin-universal', '.zip');
    assert.equal(matchOf('darwin', universal()), 'fit');
    assert.equal(matchOf('darwin', bare), 'The artifact for darwin-universal has no Ed25519 signature.');
    assert.match(matchOf('darwin', { ...bare, signature: 'dW50cnVzdGVkIGNvbW1lbnQ6' }), /is not Ed25519/);
    assert.equal(matchOf('windows', artifactOf('windows-x86_64', '.exe')), 'fit');
    const foreign = artifactOf('windows-x86_64', '.exe', { signature: `${'A'.repeat(88)}` });
    assert.match(matchOf('windows', foreign), /is not Ed25519/);
  });

  test('another file for the same target, another architecture, pruned bytes', () => {
    const dmg = signed('darwin-dmg-universal', '.dmg');
    assert.match(matchOf('darwin', dmg, universal()), /lists darwin-universal instead/);
    assert.equal(matchOf('darwin', dmg, artifactOf('darwin-universal', '.zip')), 'fit');
    assert.equal(matchOf('darwin-dmg-universal', dmg, universal()), 'fit');
    const arm = signed('darwin-aarch64', '.zip', { sha256: '1'.repeat(64) });
    assert.match(matchOf('darwin', arm, signed('darwin-x86_64', '.zip')), /darwin-aarch64\/appcast\.xml/);
    assert.equal(matchOf('darwin', arm, universal()), 'elsewhere');
    assert.match(matchOf('darwin', { ...arm, state: 'pruned' }), /was pruned/);
  });

  test('files for other documents', () => {
    assert.equal(matchOf('darwin', signed('linux-x86_64', '.AppImage')), 'elsewhere');
    assert.equal(matchOf('windows', signed('windows-nupkg-x86_64', '.nupkg')), 'elsewhere');
    assert.equal(matchOf('windows', signed('windows-portable-x86_64', '.exe')), 'elsewhere');
    assert.equal(matchOf('linux', universal()), 'elsewhere');
  });

  test('deltas without a signature or a base version', () => {
    assert.equal(matchOf('darwin', deltaOf('9'), universal()), 'fit');
    assert.match(matchOf('darwin', deltaOf(undefined), universal()), /has no `deltaFrom`/);
    assert.match(matchOf('darwin', deltaOf('9', { signature: undefined }), universal()), /no Ed25519/);
    assert.equal(matchOf('darwin', deltaOf('9'), artifactOf('darwin-universal', '.zip')), 'elsewhere');
  });
});

describe('matchArtifact and the document', () => {
  const documents = ['darwin', 'darwin-aarch64', 'darwin-dmg', 'windows', 'windows-msi', 'windows-i686'];
  const targets = ['darwin-universal', 'darwin-aarch64', 'darwin-x64', 'darwin-dmg-x86_64', 'linux-x86_64'];
  const windows = [
    'windows-x86_64',
    'windows-msi-x86_64',
    'windows-arm64',
    'windows-portable-x64',
    'own-name',
  ];

  const main = fc.record({
    target: fc.constantFrom(...targets, ...windows),
    format: fc.constantFrom('.zip', '.dmg', '.app.tar.gz', '.exe', '.msi', '.AppImage'),
    signature: fc.constantFrom(undefined, `${'A'.repeat(85)}w==`, 'dW50cnVzdGVk'),
    state: fc.constantFrom('active' as const, 'active' as const, 'pruned' as const),
    sha256: fc.constantFrom('1'.repeat(64), '2'.repeat(64)),
    delta: fc.constantFrom(undefined, '1', '2'),
  });

  test('agree about every file of a release', () => {
    fc.assert(
      fc.property(fc.uniqueArray(main, { selector: ({ target }) => target }), (mains) => {
        const artifacts = mains.flatMap(({ target, format, delta, ...more }) => [
          artifactOf(target, format, more),
          ...(delta === undefined
            ? []
            : [{ ...deltaOf(delta), target: `${target}.delta-${delta}`, companionOf: target }]),
        ]);
        const release = releaseOf('1.0.0', artifacts);
        const view = viewOf(release);
        for (const document of documents) {
          const items = itemsOf(answerOf(sparkle.render(view, document))?.body ?? '<rss/>');
          const lists = items.flatMap((item) => [item, ...childrenOf(item, 'sparkle:deltas')]);
          const named = lists.flatMap((list) => childrenOf(list, 'enclosure'));
          const fit = artifacts.filter((one) => sparkle.matchArtifact(document, release, one) === 'fit');
          assert.deepEqual(
            named.map(({ attributes }) => attributes.url).sort(),
            fit.map((one) => view.urlOf(release, one)).sort(),
            document,
          );
        }
      }),
      { numRuns: 300 },
    );
  });
});
