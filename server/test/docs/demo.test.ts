import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { describe, test } from 'node:test';
import { fileURLToPath } from 'node:url';

const demo = fileURLToPath(new URL('../../../scripts/demo.ts', import.meta.url));

const isAlive = (pid: number): boolean => {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
};

/** Runs the demo with a temporary folder of its own, and says what it left there. */
const runDemo = async (nodeOptions: string) => {
  const folder = await mkdtemp(join(tmpdir(), 'slipway-demo-test-'));
  try {
    const child = spawn(process.execPath, [demo], {
      env: { ...process.env, TMPDIR: folder, NODE_OPTIONS: nodeOptions },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    const [[code], stdout, stderr] = await Promise.all([
      once(child, 'exit'),
      text(child.stdout),
      text(child.stderr),
    ]);
    const pid = Number(/Process (\d+) answers/.exec(stdout)?.[1]);
    const left = (await readdir(folder)).filter((name) => name.startsWith('slipway-demo'));
    return { code, stdout, stderr, pid, left };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
};

describe('the demo', () => {
  test('ships a release, updates a client, counts the bytes and cleans up', async () => {
    const { code, stdout, stderr, pid, left } = await runDemo('');
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
    let from = 0;
    for (const request of requests) {
      const at = stdout.indexOf(request, from);
      assert.notEqual(at, -1, `"${request}" is not told, or out of order:\n${stdout}`);
      from = at;
    }
    assert.equal(isAlive(pid), false);
    assert.deepEqual(left, []);
  });

  test('fails, and cleans up all the same, when a signature does not hold', async () => {
    const noSignatureHolds =
      "import crypto from 'node:crypto'; import { syncBuiltinESMExports } from 'node:module';" +
      'crypto.verify = () => false; syncBuiltinESMExports();';
    const { code, stdout, stderr, pid, left } = await runDemo(
      `--import=data:text/javascript,${encodeURIComponent(noSignatureHolds)}`,
    );
    assert.match(stderr, /Not as it must be: the signature does not fit the bytes/);
    assert.doesNotMatch(stdout, /minisign signature holds/);
    assert.equal(code, 1);
    assert.equal(isAlive(pid), false);
    assert.deepEqual(left, []);
  });
});
