import assert from 'node:assert/strict';
import { join } from 'node:path';
import test from 'node:test';
import { discover } from '../../src/discover/discover.ts';
import { assembleIn } from '../assemble/build.ts';
import { makeFolder } from '../folder.ts';
import { appcastOf, itemOf, signature, sparkleBuild } from './sparkle-build.ts';

test('an appcast’s newest item becomes a release: file, signature, build, deltas', async (t) => {
  const { plan, folder } = await assembleIn(t, sparkleBuild, { paths: ['updates'] });
  assert.deepEqual([plan.version, plan.builtNotes], ['1.10', '<h1>New & better</h1>']);
  assert.equal(plan.versionFrom, join(folder, 'updates/appcast.xml'));
  assert.deepEqual(
    plan.items.map((one) => [one.target, one.format, one.signature, one.companionOf, one.facts]),
    [
      [
        'darwin-universal',
        '.dmg',
        signature,
        undefined,
        { fileName: 'Acme-1.10.dmg', build: '210', minimumSystem: '13.0' },
      ],
      [
        'darwin-universal.delta-110',
        '.delta',
        signature,
        'darwin-universal',
        { fileName: 'Acme210-110.delta', deltaFrom: '110' },
      ],
    ],
  );
  assert.deepEqual(plan.skipped, [
    {
      path: join(folder, 'updates/Acme210-99.delta'),
      reason: 'the appcast lists it, but it does not exist',
    },
  ]);
});

test('an appcast can be given as a path, with any name', async (t) => {
  const folder = await makeFolder(t, {
    'a/mac.xml': appcastOf(itemOf('1.0', '1', 'Acme.zip')),
    'a/Acme.zip': 'x',
  });
  const { bundles, unknown } = await discover(['a/mac.xml'], folder);
  assert.deepEqual([bundles.map(({ path }) => path), unknown], [[join(folder, 'a/Acme.zip')], []]);
});

test('the architecture comes from the file name on macOS, from sparkle:os on Windows', async (t) => {
  const windows = itemOf('2.0', '2.0', 'a.exe').replace(
    '</item>',
    '<enclosure url="b.exe" sparkle:os="windows-arm64" sparkle:installerArguments="/S"/></item>',
  );
  const folder = await makeFolder(t, {
    'a/appcast.xml': appcastOf(windows.replace('length=', 'sparkle:os="windows-x64" length=')),
    'a/a.exe': 'x64',
    'a/b.exe': 'arm',
    'b/appcast-arm.xml': appcastOf(itemOf('2.0', '7', 'Acme-2.0-arm64.zip')),
    'b/Acme-2.0-arm64.zip': 'x',
    'b/appcast.xml': appcastOf(itemOf('2.0', '7', 'Acme-2.0-universal.zip')),
    'b/Acme-2.0-universal.zip': 'x',
  });
  const { bundles } = await discover(['a', 'b'], folder);
  assert.deepEqual(
    bundles.map(({ os, arches, facts }) => [os, arches.join(), facts?.installerArguments]),
    [
      ['windows', 'x86_64', undefined],
      ['windows', 'aarch64', '/S'],
      ['darwin', 'aarch64', undefined],
      ['darwin', 'universal', undefined],
    ],
  );
});

test('an item for a Sparkle channel is skipped if there are items without one', async (t) => {
  const beta = itemOf('2.0', '9', 'Beta.zip').replace(
    '<item>',
    '<item><sparkle:channel>beta</sparkle:channel>',
  );
  const folder = await makeFolder(t, {
    'a/appcast.xml': appcastOf(`${beta}${itemOf('1.0', '8', 'Acme.zip')}`),
    'a/Acme.zip': 'x',
    'a/Beta.zip': 'x',
    'b/appcast.xml': appcastOf(beta),
    'b/Beta.zip': 'x',
  });
  const versions = await Promise.all(
    ['a', 'b'].map(async (name) => (await discover([name], folder)).versions[0]?.version),
  );
  assert.deepEqual(versions, ['1.0', '2.0']);
});

test('an appcast with missing files, or unreadable, is an error', async (t) => {
  const folder = await makeFolder(t, {
    'a/appcast.xml': appcastOf(itemOf('1.0', '1', '../secret.zip')),
    'secret.zip': 'x',
    'b/appcast.xml': '<rss>',
  });
  await assert.rejects(discover(['a'], folder), {
    code: 'build-incomplete',
    message: /appcast\.xml lists \S*a\/secret\.zip, which does not exist/,
  });
  await assert.rejects(discover(['b'], folder), { code: 'feed-unreadable' });
});

test('without an appcast, --build and --signature supply what Sparkle needs', async (t) => {
  const options = { version: '1.0', targets: ['darwin-universal=App.dmg'] };
  const { plan } = await assembleIn(
    t,
    { 'App.dmg': 'x' },
    { ...options, build: '2043', signature: `sparkle:edSignature="${signature}" length="1"\n` },
  );
  const [item] = plan.items;
  assert.deepEqual([item?.signature, item?.facts], [signature, { fileName: 'App.dmg', build: '2043' }]);
  const fails = (more: object, message: RegExp) =>
    assert.rejects(assembleIn(t, { 'App.dmg': 'x' }, { ...options, ...more }), { exit: 2, message });
  await fails(
    { signature: Buffer.alloc(32, 1).toString('base64') },
    /is a key, not a signature\. It was not/,
  );
  await fails({ signature: '' }, /--signature is empty/);
  await fails({ targets: [], build: '1' }, /--build needs --target/);
  await fails({ targets: ['a-b=x', 'a-c=y'], signature }, /one --target file only/);
});
