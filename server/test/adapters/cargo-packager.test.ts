import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { cargoPackager } from '../../src/adapters/cargo-packager/adapter.ts';

describe('the reviews of a cargo-packager app', () => {
  test('name its own updater, and never Tauri', () => {
    const artifact = { target: 'win32-x64', format: '.exe', signature: undefined };
    const warnings = [
      ...cargoPackager.reviewVersion('1.2'),
      ...cargoPackager.reviewArtifact('1.2.3', artifact),
    ];
    assert.deepEqual(
      warnings.map(({ code }) => code),
      ['version-unreadable', 'target-unasked', 'signature-missing'],
    );
    for (const { detail } of warnings) {
      assert.match(detail, /cargo-packager/);
      assert.doesNotMatch(detail, /Tauri/);
    }
  });
});
