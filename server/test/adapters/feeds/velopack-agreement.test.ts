import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { velopack } from '../../../src/adapters/velopack/feed.ts';
import type { Artifact } from '../../../src/domain/model/artifact.ts';
import type { FeedClient } from '../../../src/domain/model/feed.ts';
import type { ReleaseWithArtifacts } from '../../../src/domain/model/release.ts';
import { answerOf, artifactOf, releaseOf, viewOf } from './stage.ts';

/* Random histories: a document, the decision behind it and the files it names always agree. */

interface Asset {
  Version: string;
  Type: 'Full' | 'Delta';
  FileName: string;
  Size: number;
}

const targets = ['windows-x86_64', 'windows-nupkg-x86_64', 'windows-aarch64', 'darwin-universal', 'mine'];
const versions = ['1.0.0', '1.0.1', 'v1.1.0', '1.1.0-beta.1', '2.0.0', '1.0', 'r7'];
const names = [
  'App-1.0.0-full.nupkg',
  'App-2.0.0-win-full.nupkg',
  'App-1.1.0-beta.1-full.nupkg',
  'odd.nupkg',
];

const oneOf = <T>(...all: T[]): fc.Arbitrary<T> => fc.constantFrom(...all);

/** Usually valid names, sometimes not. */
const nameArb = (version: string, kind: string) =>
  fc.oneof(
    { weight: 4, arbitrary: oneOf(`App-${version.replace(/^v/, '')}-${kind}.nupkg`) },
    oneOf(...names, undefined),
  );

let sizes = 0;

/** Sizes identify artifacts: each is unique. */
const artifactArb = (target: string, version: string, isDelta: boolean): fc.Arbitrary<Artifact> =>
  fc
    .record({
      fileName: nameArb(version, isDelta ? 'delta' : 'full'),
      sha1: fc.option(oneOf('a'.repeat(40)), { freq: 8, nil: undefined }),
      deltaFrom: isDelta ? oneOf(...versions, undefined) : oneOf(undefined),
      state: oneOf<Artifact['state']>('active', 'active', 'active', 'pruned'),
      format: oneOf('.nupkg', '.nupkg', '.nupkg', '.exe'),
    })
    .map(({ state, format, ...facts }) => {
      sizes += 1;
      const more = isDelta ? { companionOf: target } : {};
      const definedFacts = Object.fromEntries(
        Object.entries(facts).filter(([, value]) => value !== undefined),
      );
      const own = isDelta ? `${target}.delta` : target;
      return artifactOf(own, format, { state, sizeBytes: sizes, facts: definedFacts, ...more });
    });

const releaseArb = (version: string): fc.Arbitrary<ReleaseWithArtifacts> =>
  fc
    .subarray(targets)
    .chain((some) =>
      fc.tuple(
        ...some.flatMap((target) => [
          artifactArb(target, version, false),
          artifactArb(target, version, true),
        ]),
      ),
    )
    .map((artifacts) => releaseOf(version, artifacts));

const historyArb = fc
  .shuffledSubarray(versions)
  .chain((some) => fc.tuple(...some.map(releaseArb)))
  .map((releases): ReleaseWithArtifacts[] => releases);

const ask = (rest: string, query: string): string => {
  const request = velopack.parse('stable', rest, query);
  return request?.kind === 'document' ? request.document : assert.fail(`${rest} is no document`);
};

const requestArb = fc
  .tuple(
    oneOf('', 'windows-x64/', 'windows-arm64/', 'darwin-arm64/'),
    oneOf('win', 'win-x64', 'win-arm64', 'osx', 'stable'),
    oneOf('', 'rid=win-arm64', 'os=win&arch=x86'),
  )
  .map(([base, name, query]) => ({ base, document: ask(`${base}releases.${name}.json`, query) }));

const assetsFor = (releases: ReleaseWithArtifacts[], document: string, client: FeedClient): Asset[] => {
  const rendered = answerOf(velopack.render(viewOf(...releases), document), client);
  return rendered === undefined ? [] : (JSON.parse(rendered.body) as { Assets: Asset[] }).Assets;
};

const clientArb = oneOf<FeedClient>({}, ...versions.map((version) => ({ version })));

describe('velopack documents of random histories', () => {
  test('name only matching files, and each name leads to the bytes described', () => {
    fc.assert(
      fc.property(historyArb, fc.tuple(requestArb, clientArb), (releases, [{ base, document }, client]) => {
        const visited = new Set<string>();
        for (const { Version, FileName, Size, Type } of assetsFor(releases, document, client)) {
          const release =
            releases.find(({ version }) => version.replace(/^v/, '') === Version) ?? assert.fail(Version);
          const artifact = release.artifacts.find(({ sizeBytes }) => sizeBytes === Size) ?? assert.fail();
          assert.equal(velopack.matchArtifact(document, release, artifact), 'fit');
          const file = velopack.parse('stable', base + FileName, '');
          assert.ok(file?.kind === 'file' && file.versions.includes(release.version), FileName);
          assert.equal(file.pick(release), artifact);
          assert.ok(!visited.has(`${Version} ${Type}`), 'one package of each kind for a version');
          visited.add(`${Version} ${Type}`);
        }
      }),
      { numRuns: 2000 },
    );
  });

  test('list the latest match for a single target', () => {
    fc.assert(
      fc.property(historyArb, (releases) => {
        const document = 'target:windows-aarch64';
        const isFit = (release: ReleaseWithArtifacts) =>
          release.artifacts.some((one) => velopack.matchArtifact(document, release, one) === 'fit');
        const [latest, ...before] = releases.filter(isFit);
        const listed = assetsFor(releases, document, {}).map(({ Version }) => Version);
        assert.equal(listed.includes(latest?.version.replace(/^v/, '') ?? ''), latest !== undefined);
        assert.ok(listed.length <= before.length + 1);
      }),
      { numRuns: 1000 },
    );
  });

  test('a client that gets deltas can apply all above its version in order', () => {
    fc.assert(
      fc.property(historyArb, oneOf(...versions), (releases, version) => {
        const assets = assetsFor(releases, 'name:windows-x86_64', { version });
        const deltas = assets.filter(({ Type }) => Type === 'Delta');
        if (deltas.length === 0) return;
        const plain = version.replace(/^v/, '');
        const fulls = assets.filter(({ Type }) => Type === 'Full').map(({ Version }) => Version);
        assert.ok(fulls.includes(plain), 'the client’s own version is listed');
        assert.equal(deltas[0]?.Version, fulls[0], 'they lead to the newest');
        let at = plain;
        for (const { Version, Size } of deltas.slice(0, fulls.indexOf(plain)).toReversed()) {
          const all = releases.flatMap(({ artifacts }) => artifacts);
          const from = all.find(({ sizeBytes }) => sizeBytes === Size)?.facts.deltaFrom;
          if (fulls.indexOf(Version) >= fulls.indexOf(plain)) continue;
          if (from !== undefined) assert.equal(from.replace(/^v/, ''), at);
          at = Version;
        }
        assert.equal(at, fulls[0]);
      }),
      { numRuns: 1000 },
    );
  });
});
