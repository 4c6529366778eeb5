import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { parse } from 'yaml';
import { electron } from '../../src/adapters/electron/feed.ts';
import { mapOf } from '../../src/adapters/electron/yaml.ts';
import type { Artifact } from '../../src/domain/nouns/artifact.ts';
import type { FeedView } from '../../src/domain/nouns/feed.ts';
import type { ReleaseWithArtifacts } from '../../src/domain/nouns/release.ts';

const artifactOf = (target: string, format: string, more: Partial<Artifact['facts']> = {}): Artifact =>
  ({
    target,
    format,
    sizeBytes: 5_368_709_120,
    state: 'active',
    facts: { sha512: `${'A'.repeat(86)}==`, ...more },
  }) as unknown as Artifact;

const viewOf = (notes: string, artifacts: Artifact[], version = '1.2.3'): FeedView => ({
  releases: [{ version, notes, pubDate: '2026-01-31T12:34:56.789Z', artifacts } as ReleaseWithArtifacts],
  pathOf: ({ version }, { target, format }) => `/feeds/files/stable/${version}/${target}/App${format}`,
});

const cases: Record<string, [document: string, FeedView]> = {
  windows: [
    '',
    viewOf('Faster.\nFewer crashes.', [
      artifactOf('windows-aarch64', '.exe'),
      artifactOf('windows-x86_64', '.exe'),
    ]),
  ],
  mac: [
    '-mac',
    viewOf('', [
      artifactOf('darwin-x86_64', '.zip', { minimumKernel: '22.0.0' }),
      artifactOf('darwin-dmg-aarch64', '.dmg'),
      artifactOf('darwin-aarch64', '.zip'),
    ]),
  ],
  linux: ['-linux', viewOf('', [artifactOf('linux-x86_64', '.AppImage', { blockMapSize: 77_001 })])],
  'linux-arm64': ['-linux-arm64', viewOf('', [artifactOf('linux-deb-aarch64', '.deb')], 'v2.0.0-beta.1+5')],
  'odd-text': [
    '',
    viewOf('“Grüße” 🚀 \u0085\u2028 "quoted" \\ \t\u0007 - a: #b', [artifactOf('windows-x86_64', '.exe')]),
  ],
};

describe('the bytes of the electron feed', () => {
  for (const [name, [document, view]] of Object.entries(cases)) {
    test(name, async () => {
      const golden = new URL(`../../src/adapters/electron/golden/${name}.http`, import.meta.url);
      const { status, contentType, body } = electron.render(view, document) ?? assert.fail('no document');
      assert.equal(`HTTP ${status}\ncontent-type: ${contentType}\n\n${body}`, await readFile(golden, 'utf8'));
    });
  }

  test('whatever the notes hold, a reader of YAML reads them as they are', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (notes) => {
        assert.equal((parse(mapOf({ notes, size: 7 })) as { notes: string }).notes, notes);
      }),
      { numRuns: 2000 },
    );
  });

  test('names that are none of its documents mean nothing', () => {
    for (const rest of ['', 'latest', 'latest.yaml', '.yml', 'x'.repeat(200), 'a/b/latest.json'])
      assert.equal(electron.parse('stable', rest), undefined, rest);
    assert.deepEqual(electron.parse('stable', 'latest-mac.yml'), { channel: 'stable', document: '-mac' });
    assert.deepEqual(electron.parse('stable', 'my-beta-linux-arm64.yml'), {
      channel: 'my-beta',
      document: '-linux-arm64',
    });
    assert.equal(electron.render(viewOf('', []), '-linux-constructor'), undefined);
  });
});
