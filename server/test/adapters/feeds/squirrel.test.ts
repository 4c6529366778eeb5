import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { squirrelFeed } from '../../../src/adapters/squirrel/feed.ts';
import { answerOf, artifactOf, describeGolden, releaseOf, viewOf } from './stage.ts';

const full = (version: string, target = 'windows-x86_64') =>
  artifactOf(target, '.nupkg', {
    sizeBytes: 1000,
    facts: { sha1: 'ab'.repeat(20), fileName: `Acme-${version}-full.nupkg` },
  });
const delta = (version: string, deltaFrom?: string) =>
  artifactOf('windows-x86_64.delta', '.nupkg', {
    ...{ sizeBytes: 10, companionOf: 'windows-x86_64' },
    facts: {
      sha1: 'cd'.repeat(20),
      fileName: `Acme-${version}-delta.nupkg`,
      ...(deltaFrom === undefined ? {} : { deltaFrom }),
    },
  });

const mac = releaseOf(
  '1.2.3',
  [artifactOf('darwin-universal', '.zip'), artifactOf('darwin-aarch64', '.zip')],
  {
    notes: '“Faster”\nFewer crashes.',
  },
);
const msix = releaseOf('1.2.3', [artifactOf('windows-msix-x86_64', '.msix')]);
const windows = viewOf(
  releaseOf('1.2.0', [full('1.2.0'), delta('1.2.0', '1.1.0')]),
  releaseOf('1.1.0', [full('1.1.0'), delta('1.1.0')]),
  releaseOf('1.0.0', [full('1.0.0'), delta('1.0.0', '0.9.0')]),
);

describeGolden(
  squirrelFeed,
  {
    'mac-update': ['mac:aarch64', viewOf(mac), { version: '1.2.2' }],
    'mac-universal': ['mac:x86_64', viewOf(mac), { version: '1.0.0' }],
    'mac-up-to-date': ['mac:aarch64', viewOf(mac), { version: '1.2.3' }],
    'mac-nothing': ['mac:aarch64', viewOf(msix), { version: '1.0.0' }],
    'mac-list': ['mac-list:aarch64', viewOf(mac)],
    msix: ['msix:x86_64', viewOf(msix), { version: '1.0.0' }],
    'releases-plain': ['releases:x86_64', windows, { version: '0.9.0', id: 'Acme' }],
    'releases-chained': ['releases:x86_64', windows, { version: '1.0.0', id: 'Acme' }],
    'releases-rolling': [
      'releases:x86_64',
      { ...windows, shares: new Map([['rel_1.2.0', 25]]) },
      { version: '1.0.0', id: 'Acme' },
    ],
    'releases-nothing': ['releases:x86_64', viewOf(mac), { version: '1.0.0', id: 'Acme' }],
  },
  'squirrel/golden-feed',
);

describe('the squirrel feed', () => {
  test('a pre-release gets deltas, although its client writes the version without a dot', () => {
    const view = viewOf(
      releaseOf('1.0.0', [full('1.0.0'), delta('1.0.0', '1.0.0-beta.1')]),
      releaseOf('1.0.0-beta.1', [full('1.0.0-beta1')]),
    );
    const listFor = (version: string | undefined) =>
      answerOf(squirrelFeed.render(view, 'releases:x86_64'), { version })?.body ?? '';
    for (const version of ['1.0.0-beta1', '1.0.0-beta.1']) assert.match(listFor(version), /-delta/, version);
    for (const version of ['1.0.0-beta2', '0.9.0', '', undefined])
      assert.doesNotMatch(listFor(version), /-delta/);
  });

  const parsed = (rest: string, query = '') => {
    const ask = squirrelFeed.parse('stable', rest, query);
    return ask?.kind === 'document' ? [ask.document, ask.client] : undefined;
  };

  test('understands the addresses of update-electron-app and Squirrel', () => {
    assert.deepEqual(parsed('darwin-arm64/1.0.0'), ['mac:aarch64', { version: '1.0.0' }]);
    assert.deepEqual(parsed('darwin/x64/1.0.0'), ['mac:x86_64', { version: '1.0.0' }]);
    assert.deepEqual(parsed('darwin-arm64/RELEASES.json'), ['mac-list:aarch64', {}]);
    assert.deepEqual(parsed('win32-x64/msix/1.0.0'), ['msix:x86_64', { version: '1.0.0' }]);
    const expected = ['releases:x86_64', { version: '1.0.0', id: 'Acme' }];
    assert.deepEqual(parsed('win32-x64/RELEASES', 'id=Acme&localVersion=1.0.0&arch=amd64'), expected);
    assert.deepEqual(parsed('win32-x64/1.0.0/RELEASES', 'id=Acme'), expected);
    assert.deepEqual(parsed('win32-x64/releases', 'ID=Acme&localversion=1.0.0'), expected);
  });

  test('rejects other addresses', () => {
    for (const rest of ['', 'darwin', 'darwin-arm64', 'darwin-arm64/', 'win32-x64/1.0.0', 'linux-x64/1.0.0'])
      assert.equal(parsed(rest), undefined, rest);
    for (const rest of [
      'win32-x64/msix',
      'darwin-dmg-arm64/1.0.0',
      'darwin-arm64/1/2/3/4/5/6',
      '//',
      'win32',
    ])
      assert.equal(parsed(rest), undefined, rest);
    assert.equal(squirrelFeed.render(windows, 'constructor:x64'), undefined);
    assert.equal(squirrelFeed.render(windows, 'releases'), undefined);
  });

  test('has few documents, whatever the address', () => {
    const words = fc.constantFrom(
      'darwin',
      'win32',
      'osx',
      'arm64',
      'x64',
      'amd64',
      'msix',
      'RELEASES',
      '1.0.0',
      'é',
    );
    const documents = new Set<string>();
    fc.assert(
      fc.property(fc.array(words, { maxLength: 4 }), fc.constantFrom('/', '-'), (parts, between) => {
        const ask = squirrelFeed.parse('stable', parts.join(between), '');
        if (ask?.kind === 'document') documents.add(ask.document);
      }),
      { numRuns: 5000 },
    );
    assert.ok(documents.size <= 8, [...documents].join(' '));
  });

  test('packages whose names or hashes the client cannot use are left out, with the reason', () => {
    const reason = (version: string, artifact = full(version)) =>
      squirrelFeed.matchArtifact('releases:x86_64', releaseOf(version, [artifact]), artifact);
    assert.equal(reason('1.0.0'), 'fit');
    const beta = { ...full('1.1.0-beta1'), facts: { ...full('1.1.0-beta1').facts } };
    assert.equal(reason('1.1.0-beta.1', beta), 'fit');
    assert.match(JSON.stringify(reason('1.1.0-beta.1')), /not named \{id\}-1\.1\.0-beta1-full\.nupkg/);
    const bare = artifactOf('windows-x86_64', '.nupkg', { facts: { fileName: 'Acme-1.0.0-full.nupkg' } });
    assert.match(JSON.stringify(reason('1.0.0', bare)), /without a SHA-1/);
    const other = full('1.0.0');
    assert.match(JSON.stringify(reason('1.0.1', other)), /not named/);
  });

  test('an empty list requires a valid ID and version of the client', () => {
    const empty = squirrelFeed.render(viewOf(mac), 'releases:x86_64');
    assert.equal(answerOf(empty), undefined);
    assert.equal(answerOf(empty, { id: 'a b', version: '1.0.0' }), undefined);
    assert.equal(answerOf(empty, { id: 'Acme', version: '1.0.0\nx' }), undefined);
  });

  test('a withdrawn release breaks the chain: its clients get the full package', () => {
    const cut = viewOf(
      releaseOf('1.2.0', [full('1.2.0'), delta('1.2.0', '1.1.0')]),
      releaseOf('1.0.0', [full('1.0.0')]),
    );
    const body =
      answerOf(squirrelFeed.render(cut, 'releases:x86_64'), { version: '1.0.0', id: 'A' })?.body ?? '';
    assert.doesNotMatch(body, /delta/);
  });

  test('a delta without a declared base starts from the previously published release, even if that is gone', () => {
    const [latest, oldest] = [
      releaseOf('1.2.0', [full('1.2.0'), delta('1.2.0')]),
      releaseOf('1.0.0', [full('1.0.0')]),
    ];
    const listed = (between: ReturnType<typeof releaseOf>[], published = [latest, ...between, oldest]) => {
      const releases = [latest, ...between.filter(({ state }) => state === 'published'), oldest];
      const rendered = squirrelFeed.render({ ...viewOf(...releases), published }, 'releases:x86_64');
      return answerOf(rendered, { version: '1.0.0', id: 'A' })?.body ?? '';
    };
    assert.match(listed([]), /delta/);
    assert.match(listed([releaseOf('1.1.0', [artifactOf('darwin-universal', '.zip')])]), /delta/);
    assert.doesNotMatch(listed([releaseOf('1.1.0', [full('1.1.0')], { state: 'withdrawn' })]), /delta/);
    assert.doesNotMatch(listed([releaseOf('1.1.0', [{ ...full('1.1.0'), state: 'pruned' }])]), /delta/);
    // Without the database, deltas are unknown.
    assert.doesNotMatch(listed([], []), /delta/);
  });

  test('a delta whose name the client cannot parse is not listed, since it would break the whole list', () => {
    const before = releaseOf('1.0.0', [full('1.0.0')]);
    const listed = (name: string) => {
      const odd = { ...delta('1.1.0', '1.0.0'), facts: { ...delta('1.1.0', '1.0.0').facts, fileName: name } };
      const view = viewOf(releaseOf('1.1.0-beta.1', [full('1.1.0-beta1'), odd]), before);
      return (
        answerOf(squirrelFeed.render(view, 'releases:x86_64'), { version: '1.0.0', id: 'A' })?.body ?? ''
      );
    };
    assert.match(listed('Acme-1.1.0-beta1-delta.nupkg'), /beta1-delta\.nupkg/);
    for (const name of ['Acme-1.1.0-beta.1-delta.nupkg', 'Acme-1.1.0-beta1.nupkg', 'delta.nupkg'])
      assert.doesNotMatch(listed(name), new RegExp(name), name);
  });
});
