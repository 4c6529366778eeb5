import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { promisify } from 'node:util';
import { admin, createWorld } from '../units/world.ts';
import { app, caller, target } from './gate-world.ts';

/* Signatures and keys by the programs that people use: Tauri's own, and minisign where it is at hand. */

const cli = join(dirname(createRequire(import.meta.url).resolve('@tauri-apps/cli/package.json')), 'tauri.js');
const run = promisify(execFile);
const bytes = Buffer.from('the bytes of an update');

describe('signatures by the programs that people use', () => {
  let folder: string;
  let file: string;
  const keys: Record<'a' | 'b', { publicKey: string; privateKey: string; path: string }> = {
    a: { publicKey: '', privateKey: '', path: '' },
    b: { publicKey: '', privateKey: '', path: '' },
  };
  const tauri = (...args: string[]) => run(process.execPath, [cli, 'signer', ...args], { cwd: folder });
  const sign = async (key: 'a' | 'b', ...more: string[]): Promise<string> => {
    await tauri('sign', '-f', keys[key].path, '-p', '', ...more, file);
    return (await readFile(`${file}.sig`, 'utf8')).trim();
  };

  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'slipway-signing-'));
    file = join(folder, 'app.bin');
    await writeFile(file, bytes);
    for (const name of ['a', 'b'] as const) {
      const path = join(folder, name);
      await tauri('generate', '--ci', '-p', '', '-w', path);
      const read = (from: string) => readFile(from, 'utf8');
      keys[name] = { path, publicKey: await read(`${path}.pub`), privateKey: await read(path) };
    }
  });
  after(() => rm(folder, { recursive: true, force: true }));

  const strictWorld = async (publicKey: string, adapter = 'tauri') => {
    const world = createWorld();
    await world.administering.createApp({ slug: app, adapter }, admin);
    const key = await world.administering.addSigningKey(caller, { publicKey });
    await world.administering.changeApp(caller, { signatures: 'require' });
    let patch = 0;
    const publish = async (signature: string, version?: string, of: Uint8Array = bytes) => {
      patch += 1;
      const name = version ?? `9.0.${patch}`;
      const { id } = await world.drafting.createDraft(caller, { version: name });
      await world.upload(app, { version: name }, { target, bytes: of, signature });
      return world.publishing.publish(caller, id).then(
        ({ warnings }) => warnings.map(({ code }) => code),
        (error: { faults?: { code: string }[] }) => error.faults?.map(({ code }) => code),
      );
    };
    return { ...world, key, publish };
  };

  test('Tauri’s signer: good, another key, other bytes, another version, a v, no version', async () => {
    const { publish, key } = await strictWorld(keys.a.publicKey);
    const shown = /public key: ([0-9A-F]{16})/.exec(Buffer.from(keys.a.publicKey, 'base64').toString());
    assert.equal(key.keyId, shown?.[1], 'as Tauri shows it');
    const versioned = await sign('a', '--app-version', '1.2.3+5');
    assert.deepEqual(await publish(versioned, '1.2.3+5'), []);
    assert.deepEqual(await publish(versioned, '1.2.4'), ['signature-version-differs']);
    assert.deepEqual(await publish(await sign('a', '--app-version', '2.0.0'), 'v2.0.0'), []);
    assert.deepEqual(await publish(await sign('a')), ['signature-version-missing']);
    assert.deepEqual(await publish(await sign('b')), ['signature-key-unknown']);
    const other = await sign('a', '--app-version', '3.0.0');
    assert.deepEqual(await publish(other, '3.0.0', Buffer.from('other bytes')), ['signature-mismatch']);
  });

  test('Tauri’s signer: a changed comment, a truncated signature, a private key', async () => {
    const { publish, drafting, administering, store } = await strictWorld(keys.a.publicKey);
    const text = Buffer.from(await sign('a', '--app-version', '1.0.0'), 'base64').toString();
    const changed = Buffer.from(text.replace('version:1.0.0', 'version:9.9.9')).toString('base64');
    assert.deepEqual(await publish(changed, '9.9.9'), ['signature-comment-changed']);
    const cut = Buffer.from(text.split('\n').slice(0, 2).join('\n')).toString('base64');
    assert.deepEqual(await publish(cut), ['signature-unreadable']);
    await drafting.createDraft(caller, { version: '5.0.0' });
    const declared = { version: '5.0.0', target, format: '.bin', sizeBytes: 1, sha256: 'ab'.repeat(32) };
    const fields = { code: 'invalid-fields' };
    await assert.rejects(
      drafting.declare(caller, { ...declared, signature: keys.a.privateKey.trim() }),
      fields,
    );
    for (const publicKey of [keys.b.privateKey, Buffer.from(keys.b.privateKey, 'base64').toString()])
      await assert.rejects(administering.addSigningKey(caller, { publicKey }), (error: object) => {
        const { faults } = error as { faults: { pointer: string; code: string }[] };
        assert.deepEqual(
          faults.map(({ pointer, code }) => [pointer, code]),
          [['/publicKey', 'private-key']],
        );
        assert.ok(!JSON.stringify(error).includes(keys.b.privateKey.slice(40, 80)));
        return true;
      });
    assert.equal((await store.listSigningKeys(app)).length, 1);
  });

  const hasMinisign = run('minisign', ['-v']).then(
    () => true,
    () => false,
  );

  test('minisign’s own program, hashed and legacy', async (t) => {
    if (!(await hasMinisign)) return t.skip('minisign is not at hand');
    const [secret, pub] = [join(folder, 'm.key'), join(folder, 'm.pub')];
    await run('minisign', ['-G', '-W', '-s', secret, '-p', pub]);
    const world = await strictWorld(await readFile(pub, 'utf8'), 'rest');
    for (const [mode, patch] of [
      ['-H', '1.0.1'],
      ['-l', '1.0.2'],
    ] as const) {
      const comment = `timestamp:1\tfile:app.bin\tversion:${patch}`;
      await run('minisign', ['-S', mode, '-s', secret, '-t', comment, '-m', file, '-x', `${file}.minisig`]);
      const text = await readFile(`${file}.minisig`, 'utf8');
      assert.deepEqual(await world.publish(text.trim(), patch), []);
    }
    const bare = (await readFile(secret, 'utf8')).trim();
    await assert.rejects(world.administering.addSigningKey(caller, { publicKey: bare }), {
      code: 'invalid-fields',
    });
  });

  test('published signatures of minisign’s readers, of both kinds', async () => {
    // The vectors of rust-minisign-verify's own tests: the file is "test".
    const world = await strictWorld('RWQf6LRCGA9i53mlYecO4IzT51TGPpvWucNSCh1CBM0QTaLn73Y7GFO3', 'rest');
    assert.equal(world.key.keyId, 'E7620F1842B4E81F');
    const vector = (...lines: string[]) =>
      ['untrusted comment: signature from minisign secret key', ...lines].join('\n');
    const legacy = vector(
      'RWQf6LRCGA9i59SLOFxz6NxvASXDJeRtuZykwQepbDEGt87ig1BNpWaVWuNrm73YiIiJbq71Wi+dP9eKL8OC351vwIasSSbXxwA=',
      'trusted comment: timestamp:1555779966\tfile:test',
      'QtKMXWyYcwdpZAlPF7tE2ENJkRd1ujvKjlj1m9RtHTBnZPa5WKU5uWRs5GoP5M/VqE81QFuMKI5k/SfNQUaOAA==',
    );
    const hashed = vector(
      'RUQf6LRCGA9i559r3g7V1qNyJDApGip8MfqcadIgT9CuhV3EMhHoN1mGTkUidF/z7SrlQgXdy8ofjb7bNJJylDOocrCo8KLzZwo=',
      'trusted comment: timestamp:1556193335\tfile:test',
      'y/rUw2y8/hOUYjZU71eHp/Wo1KZ40fGy2VJEDl34XMJM+TX48Ss/17u3IvIfbVR1FkZZSNCisQbuQY+bHwhEBg==',
    );
    for (const signature of [legacy, hashed]) {
      assert.deepEqual(await world.publish(signature, undefined, Buffer.from('test')), [
        'signature-version-missing',
      ]);
      assert.deepEqual(await world.publish(signature, undefined, Buffer.from('Test')), [
        'signature-mismatch',
      ]);
    }
  });
});
