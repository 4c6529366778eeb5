import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { zsync } from '../../../src/adapters/zsync/feed.ts';
import type { Artifact } from '../../../src/domain/model/artifact.ts';
import type { ReleaseWithArtifacts } from '../../../src/domain/model/release.ts';
import { artifactOf, placesOf, releaseOf, viewOf } from './stage.ts';

const appImage = (fileName?: string, more: Partial<Artifact> = {}) =>
  artifactOf('linux-x86_64', '.AppImage', { facts: fileName === undefined ? {} : { fileName }, ...more });

const map = artifactOf('linux-x86_64.zsync', '.zsync', { companionOf: 'linux-x86_64' });

/** A release with an AppImage of this name and its zsync file. */
const built = (version: string, fileName?: string) => releaseOf(version, [appImage(fileName), map]);

/** Resolves a name among releases, last published first, to the version and the target. */
const resolveName = (rest: string, ...releases: ReleaseWithArtifacts[]): string | undefined => {
  const ask = zsync.parse('stable', rest, '');
  assert.equal(ask?.kind, 'file');
  for (const [index, release] of releases.entries()) {
    const artifact = ask.pick(release, releases.slice(0, index));
    if (artifact !== undefined) return `${release.version} ${artifact.target}`;
  }
  return undefined;
};

const versionsOf = (name: string): readonly string[] => {
  const ask = zsync.parse('stable', `linux-x64/${name}`, '');
  return ask?.kind === 'file' ? ask.versions : [];
};

describe('the zsync feed', () => {
  test('any name before .zsync resolves to the newest release for the target', () => {
    const two = [built('2.0.0', 'App.AppImage'), built('1.0.0', 'App.AppImage')];
    for (const rest of [
      'linux-x86_64/App.AppImage.zsync',
      'linux-x64/x.zsync',
      'amd64-linux/App-1.0.0.zsync',
    ])
      assert.equal(resolveName(rest, ...two), '2.0.0 linux-x86_64.zsync', rest);
    assert.equal(resolveName('linux-arm64/App.AppImage.zsync', ...two), undefined);
    const windowsOnly = releaseOf('3.0.0', [artifactOf('windows-x86_64', '.exe')]);
    assert.equal(resolveName('linux-x64/a.zsync', windowsOnly, ...two), '2.0.0 linux-x86_64.zsync');
  });

  test('without a zsync file in the newest release there is none, to avoid downgrades', () => {
    assert.equal(
      resolveName('linux-x64/a.zsync', releaseOf('2.0.0', [appImage()]), built('1.0.0')),
      undefined,
    );
    const pruned = releaseOf('2.0.0', [appImage(undefined, { state: 'pruned' })]);
    assert.equal(resolveName('linux-x64/a.zsync', pruned, built('1.0.0')), '1.0.0 linux-x86_64.zsync');
  });

  test('the AppImage next to it is of the same release', () => {
    const same = [built('2.0.0', 'App.AppImage'), built('1.0.0', 'App.AppImage')];
    assert.equal(resolveName('linux-x64/App.AppImage', ...same), '2.0.0 linux-x86_64');
    const renamed = [built('2.0.0', 'App-2.AppImage'), built('1.0.0', 'App.AppImage')];
    assert.equal(resolveName('linux-x64/App.AppImage', ...renamed), undefined);
    assert.equal(resolveName('linux-x64/Other.AppImage', ...same), undefined);
    assert.equal(
      resolveName('linux-x64/App.AppImage', releaseOf('2.0.0', [appImage('App.AppImage')])),
      undefined,
    );
  });

  test('a name with a version keeps resolving to that version', () => {
    const two = [built('2.0.0', 'My-App-2.0.0.AppImage'), built('1.0.0', 'My-App-1.0.0.AppImage')];
    assert.equal(resolveName('linux-x64/My-App-1.0.0.AppImage', ...two), '1.0.0 linux-x86_64');
    assert.equal(resolveName('linux-x64/My App-2.0.0.AppImage', ...two), '2.0.0 linux-x86_64');
    assert.equal(
      resolveName('linux-x64/hello-1.0.0-linux-x86_64.AppImage', built('1.0.0')),
      '1.0.0 linux-x86_64',
    );
    assert.ok(versionsOf('My-App-1.0.0-beta.1-x86_64.AppImage').includes('1.0.0-beta.1'));
    assert.ok(versionsOf('App_1.2.0_amd64.AppImage').includes('v1.2.0'));
    assert.deepEqual(versionsOf('App.AppImage'), []);
    assert.ok(versionsOf('1-'.repeat(100)).length <= 12);
  });

  test('has no documents and says what an AppImage lacks', () => {
    for (const rest of [
      '',
      'linux-x64',
      'linux-x64/',
      '/a.zsync',
      'linux-x64/a/b.zsync',
      `l/${'a'.repeat(300)}`,
    ])
      assert.equal(zsync.parse('stable', rest, ''), undefined, rest);
    assert.equal(zsync.render(viewOf(built('1.0.0')), 'linux-x86_64'), undefined);
    const bare = releaseOf('1.0.0', [appImage()]);
    assert.deepEqual(zsync.matchArtifact('linux-x86_64', bare, appImage()), {
      reason: 'The artifact for linux-x86_64 has no companion linux-x86_64.zsync.',
    });
    assert.equal(zsync.matchArtifact('linux-x86_64', built('1.0.0'), appImage()), 'fit');
    assert.deepEqual(
      placesOf(appImage(), artifactOf('darwin-x86_64', '.zip'))
        .flatMap(zsync.addresses)
        .map(({ configPath }) => configPath),
      ['/linux-x86_64/App.AppImage.zsync'],
    );
  });
});
