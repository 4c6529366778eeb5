import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { parse } from 'yaml';
import { electron } from '../../../src/adapters/electron/feed.ts';
import { yamlMap } from '../../../src/adapters/electron/yaml.ts';
import type { Facts } from '../../../src/domain/model/artifact-facts.ts';
import { artifactOf, describeGolden, releaseOf, viewOf } from './stage.ts';

const built = (target: string, format: string, more: Facts = {}) =>
  artifactOf(target, format, { facts: { sha512: `${'A'.repeat(86)}==`, ...more } });

describeGolden(electron, {
  windows: [
    '',
    viewOf(
      releaseOf('1.2.3', [built('windows-aarch64', '.exe'), built('windows-x86_64', '.exe')], {
        notes: 'Faster.\nFewer crashes.',
      }),
    ),
  ],
  mac: [
    '-mac',
    viewOf(
      releaseOf('1.2.3', [
        built('darwin-x86_64', '.zip', { minimumKernel: '22.0.0' }),
        built('darwin-dmg-aarch64', '.dmg'),
        built('darwin-aarch64', '.zip'),
      ]),
    ),
  ],
  linux: [
    '-linux',
    viewOf(releaseOf('1.2.3', [built('linux-x86_64', '.AppImage', { blockMapSize: 77_001 })])),
  ],
  'linux-arm64': ['-linux-arm64', viewOf(releaseOf('v2.0.0-beta.1+5', [built('linux-deb-aarch64', '.deb')]))],
  'odd-text': [
    '',
    viewOf(
      releaseOf('1.2.3', [built('windows-x86_64', '.exe')], {
        notes: '“Grüße” 🚀 \u0085\u2028 "quoted" \\ \t\u0007 - a: #b',
      }),
    ),
  ],
});

describe('the electron feed', () => {
  test('whatever the notes hold, a reader of YAML reads them as they are', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (notes) => {
        assert.equal((parse(yamlMap({ notes, size: 7 })) as { notes: string }).notes, notes);
      }),
      { numRuns: 2000 },
    );
  });

  test('names that are none of its documents mean nothing', () => {
    for (const rest of ['', 'latest', 'latest.yaml', '.yml', 'x'.repeat(200), 'a/b/latest.json'])
      assert.equal(electron.parse('stable', rest, ''), undefined, rest);
    assert.deepEqual(electron.parse('stable', 'latest-mac.yml', 'noCache=1'), {
      kind: 'document',
      channel: 'stable',
      document: '-mac',
    });
    assert.deepEqual(electron.parse('stable', 'my-beta-linux-arm64.yml', ''), {
      kind: 'document',
      channel: 'my-beta',
      document: '-linux-arm64',
    });
    assert.equal(electron.render(viewOf(releaseOf('1.0.0', [])), '-linux-constructor'), undefined);
  });

  test('says why it leaves a file out', () => {
    const bare = artifactOf('windows-x86_64', '.exe');
    assert.deepEqual(electron.matchArtifact('', releaseOf('1.0.0', [bare]), bare), {
      reason: 'The artifact for windows-x86_64 was declared without a SHA-512.',
    });
    const whole = built('windows-x86_64', '.exe');
    assert.equal(electron.matchArtifact('', releaseOf('1.0.0', [whole]), whole), 'fit');
    assert.match(JSON.stringify(electron.matchArtifact('', releaseOf('r7', [whole]), whole)), /not SemVer/);
    assert.equal(electron.matchArtifact('-mac', releaseOf('1.0.0', [whole]), whole), 'elsewhere');
  });
});
