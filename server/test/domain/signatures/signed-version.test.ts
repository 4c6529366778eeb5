import assert from 'node:assert/strict';
import { test } from 'node:test';
import { versionFromComment } from '@slipway/core/minisign.ts';
import { signedVersionCases } from '../../../../lab/signed-versions.ts';
import { matchesSignedVersion } from '../../../src/domain/signatures/minisign.ts';

test('the signed version is read and compared by Tauri’s own rule', () => {
  for (const { comment, announced, outcome } of signedVersionCases) {
    const signed = versionFromComment(comment);
    const found = signed === undefined ? 'none' : matchesSignedVersion(signed, announced) ? 'same' : 'other';
    assert.equal(found, outcome, `${comment} announced as ${announced}`);
  }
});
