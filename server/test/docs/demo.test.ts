import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { isAlive, missingIn, runDemo } from './run-demo.ts';

describe('the demo', () => {
  test('ships a release, updates a client, counts the bytes and cleans up', async () => {
    const { code, stdout, stderr, pid, left } = await runDemo([]);
    assert.equal(stderr, '');
    assert.equal(code, 0);
    const requests = [
      'POST /v1/apps → 201',
      'POST /v1/apps/comet/keys → 201',
      'tauri signer sign --app-version 1.2.0',
      'POST /v1/apps/comet/releases → 201',
      'POST /v1/apps/comet/artifacts/presign → 201',
      'GET /releases/stable/darwin/aarch64/1.1.0 → 204',
      '/publish → 200',
      'GET /releases/stable/darwin/aarch64/1.1.0 → 200',
      'Range: bytes=',
      '→ 206',
      'GET /releases/stable/darwin/aarch64/1.2.0 → 204',
      'GET /v1/apps/comet/usage → 200',
    ];
    assert.deepEqual(missingIn(stdout, requests), [], stdout);
    assert.equal(isAlive(pid), false);
    assert.deepEqual(left, []);
  });

  test('fails, and cleans up all the same, when a signature does not hold', async () => {
    const noSignatureHolds =
      "import crypto from 'node:crypto'; import { syncBuiltinESMExports } from 'node:module';" +
      'crypto.verify = () => false; syncBuiltinESMExports();';
    const { code, stdout, stderr, pid, left } = await runDemo(
      [],
      `--import=data:text/javascript,${encodeURIComponent(noSignatureHolds)}`,
    );
    assert.match(stderr, /Not as it must be: the signature does not fit the bytes/);
    assert.doesNotMatch(stdout, /minisign signature holds/);
    assert.equal(code, 1);
    assert.equal(isAlive(pid), false);
    assert.deepEqual(left, []);
  });
});
