import assert from 'node:assert/strict';
import { basename, join } from 'node:path';
import test from 'node:test';
import { discover } from '../../src/discover/discover.ts';
import { findMistakes } from '../../src/publish/preflight/mistakes.ts';
import { assembleIn } from '../assemble/build.ts';
import { makeFolder } from '../folder.ts';

/* electron-builder's feeds for several channels in one folder. */

const feed = (version: string) => `version: ${version}\nfiles:\n  - url: Acme-${version}.exe\n`;

test('electron-builder feeds for several channels are one build', async (t) => {
  const { plan, folder } = await assembleIn(t, {
    ...Object.fromEntries(['alpha', 'beta', 'latest'].map((name) => [`dist/${name}.yml`, feed('1.0.0')])),
    'dist/Acme-1.0.0.exe': 'x',
    'dist/settings.yml': 'a: 1\n',
  });
  assert.deepEqual(
    plan.items.map(({ target, bundle }) => [target, basename(bundle.declared?.declaredIn ?? '')]),
    [['windows-x86_64', 'latest.yml']],
  );
  assert.deepEqual(
    plan.skipped.map(({ path, reason }) => [path, reason]),
    ['alpha', 'beta'].map((name) => [
      join(folder, `dist/${name}.yml`),
      `feed of channel ${name}; publish it with --channel ${name}`,
    ]),
  );
  assert.deepEqual(findMistakes(plan), []);
});

test('the published channel selects among feeds of different versions', async (t) => {
  const folder = await makeFolder(t, {
    'dist/latest.yml': feed('1.0.0'),
    'dist/beta.yml': feed('1.1.0-beta.1'),
    'dist/Acme-1.0.0.exe': 'x',
    'dist/Acme-1.1.0-beta.1.exe': 'x',
  });
  const versions = await Promise.all(
    ['stable', 'beta', 'nightly'].map(async (channel) =>
      (await discover(['dist'], folder, channel)).versions.map(({ version }) => version),
    ),
  );
  assert.deepEqual(versions, [['1.0.0'], ['1.1.0-beta.1'], ['1.0.0']]);
});

test('a pre-release feed without --channel is a mistake', async (t) => {
  const files = { 'dist/beta.yml': feed('1.1.0-beta.1'), 'dist/Acme-1.1.0-beta.1.exe': 'x' };
  const { plan } = await assembleIn(t, files);
  const [mistake, ...others] = findMistakes(plan);
  assert.deepEqual([mistake?.code, mistake?.allowable, others], ['channel-differs', true, []]);
  assert.match(mistake?.detail ?? '', /beta\.yml is a feed for channel beta, but this publishes to stable/);
  assert.deepEqual(findMistakes({ ...plan, channel: 'beta' }), []);
  assert.deepEqual(findMistakes({ ...plan, isChannelExplicit: true }), []);
});
