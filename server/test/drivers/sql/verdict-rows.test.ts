import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Artifact } from '../../../src/domain/model/artifact.ts';
import { artifactOf, artifactRow } from '../../../src/drivers/sql/releases/artifact-rows.ts';

/* A node of the previous version does not know verdicts: it declares an artifact again and leaves their columns. */

const verdict = {
  at: '2026-03-14T10:00:00.000Z',
  signedBy: { id: 'sig_1', keyId: 'D71CA9CEED6D4A90', version: '1.3.0' },
};
const artifact: Artifact = {
  ...{ id: 'art_1', releaseId: 'rel_1', target: 'linux-x86_64', format: '.bin', sizeBytes: 5 },
  ...{ sha256: 'ab'.repeat(32), signature: 'a signature', contentType: undefined, companionOf: undefined },
  ...{ facts: {}, state: 'declared', uploadedAt: undefined, uploadId: undefined, stored: undefined },
  verdict,
};

describe('what was found of a signature, in its row', () => {
  test('comes back as it was put', () => {
    assert.deepEqual(artifactOf(artifactRow(artifact)), artifact);
  });

  test('counts for nothing once a draft has another signature, none, or other bytes', () => {
    const row = artifactRow(artifact);
    for (const change of [{ signature: 'another' }, { signature: null }, { sha256: 'cd'.repeat(32) }])
      assert.equal(artifactOf({ ...row, ...change }).verdict, undefined, JSON.stringify(change));
  });

  test('stays with what is published, where another signature is damage that scrubbing finds', () => {
    const row = artifactRow({ ...artifact, state: 'active' });
    assert.deepEqual(artifactOf({ ...row, signature: 'another' }).verdict, verdict);
  });
});
