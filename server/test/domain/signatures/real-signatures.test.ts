import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { promisify } from 'node:util';
import { findMinisign } from '../../../../lab/minisign.ts';
import { admin, createWorld } from '../world.ts';
import { app, caller, target } from './gate-world.ts';

/* Signatures and keys of the real tools: Tauri's own, and minisign's. */

const cli = join(dirname(createRequire(import.meta.url).resolve('@tauri-apps/cli/package.json')), 'tauri.js');
const run = promisify(execFile);
const bytes = Buffer.from('the bytes of an update');
type Name = 'a' | 'b';

describe('signatures by real signing tools', () => {
  let folder: string;
  let file: string;
  const keys: Record<Name, { publicKey: string; privateKey: string; path: string }> = {
    a: { publicKey: '', privateKey: '', path: '' },
    b: { publicKey: '', privateKey: '', path: '' },
  };
  const tauri = (...args: string[]) => run(process.execPath, [cli, 'signer', ...args], { cwd: folder });
  const sign = async (key: Name, ...more: string[]): Promise<string> => {
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
    await world.appAdmin.createApp({ slug: app, adapter }, admin);
    const key = await world.appAdmin.addSigningKey(caller, { publicKey });
    await world.appAdmin.changeApp(caller, { signatures: 'require' });
    let patch = 0;
    const publish = async (signature: string, version?: string, of: Uint8Array = bytes) => {
      patch += 1;
      const name = version ?? `9.0.${patch}`;
      const { id } = await world.drafts.createDraft(caller, { version: name });
      await world.upload(app, { version: name }, { target, bytes: of, signature });
      const companion = { target: `${target}.blockmap`, companionOf: target, bytes: Buffer.from('map') };
      await world.upload(app, { version: name }, companion);
      return world.publishing.publish(caller, id).then(
        ({ warnings }) => warnings.map(({ code }) => code),
        (error: { faults?: { code: string }[] }) => error.faults?.map(({ code }) => code),
      );
    };
    return { ...world, key, publish };
  };

  /** Every kind of invalid signature, made by a tool with the app's key and with another. */
  const walk = async (program: {
    publicKeys: Record<Name, string>;
    privateKey: string;
    adapter: string;
    sign(key: Name, version?: string): Promise<string> | string;
    /** Changes the text of a signature inside its encoding. */
    edit(signature: string, change: (text: string) => string): string;
  }) => {
    const { sign, edit } = program;
    const world = await strictWorld(program.publicKeys.a, program.adapter);
    const { publish } = world;
    const good = await sign('a', '1.2.3+5');
    assert.deepEqual(await publish(good, '1.2.3+5'), []);
    assert.deepEqual(await publish(await sign('a', '2.0.0'), 'v2.0.0'), [], 'a v is no other version');
    assert.deepEqual(await publish(good, '1.2.4'), ['signature-version-differs']);
    assert.deepEqual(await publish(await sign('a')), ['signature-version-missing']);
    assert.deepEqual(await publish(await sign('b', '9.0.1'), '9.0.1'), ['signature-key-unknown']);
    const other = Buffer.from('other bytes');
    assert.deepEqual(await publish(await sign('a', '3.0.0'), '3.0.0', other), ['signature-mismatch']);
    const changed = edit(good, (text) => text.replace('version:1.2.3+5', 'version:9.9.9'));
    assert.deepEqual(await publish(changed, '9.9.9'), ['signature-comment-changed']);
    const cut = edit(good, (text) => text.split('\n').slice(0, 2).join('\n'));
    assert.deepEqual(await publish(cut), ['signature-unreadable']);
    await world.drafts.createDraft(caller, { version: '5.0.0' });
    const declared = { version: '5.0.0', target, format: '.bin', sizeBytes: 1, sha256: 'ab'.repeat(32) };
    await assert.rejects(
      world.drafts.declare(caller, { ...declared, signature: program.privateKey.trim() }),
      { code: 'invalid-fields' },
    );
    await refusesPrivate(world, program.privateKey);
    return world;
  };

  const refusesPrivate = async ({ appAdmin, store }: ReturnType<typeof createWorld>, privateKey: string) => {
    await assert.rejects(
      appAdmin.addSigningKey(caller, { publicKey: privateKey }),
      (error: { faults?: { pointer: string; code: string }[] }) => {
        const faults = error.faults?.map(({ pointer, code }) => [pointer, code]);
        assert.deepEqual(faults, [['/publicKey', 'private-key']]);
        assert.ok(!JSON.stringify(error).includes(privateKey.slice(40, 80)));
        return true;
      },
    );
    assert.equal((await store.listSigningKeys(app)).length, 1);
  };

  const inBase64 = (signature: string, change: (text: string) => string): string =>
    Buffer.from(change(Buffer.from(signature, 'base64').toString())).toString('base64');

  test('Tauri’s signer, with every fault', async () => {
    const world = await walk({
      publicKeys: { a: keys.a.publicKey, b: keys.b.publicKey },
      privateKey: keys.b.privateKey,
      adapter: 'tauri',
      sign: (key, version) => sign(key, ...(version === undefined ? [] : ['--app-version', version])),
      edit: inBase64,
    });
    const keyIdMatch = /public key: ([0-9A-F]{16})/.exec(Buffer.from(keys.a.publicKey, 'base64').toString());
    assert.equal(world.key.keyId, keyIdMatch?.[1], 'as Tauri shows it');
    await refusesPrivate(world, Buffer.from(keys.b.privateKey, 'base64').toString());
  });

  for (const [name, mode] of Object.entries({ hashed: '-H', legacy: '-l' }))
    test(`minisign’s own program, ${name}, with every fault`, async (t) => {
      const minisign = findMinisign(folder);
      if (minisign === undefined) return t.skip('minisign is not at hand, nor Debian’s packages');
      const run = (...words: string[]) => {
        const { status, stderr } = minisign(words);
        assert.equal(status, 0, stderr);
      };
      const at = (name: string) => join(folder, `${mode}${name}`);
      for (const key of ['a', 'b']) run('-G', '-W', '-f', '-s', at(`${key}.key`), '-p', at(`${key}.pub`));
      const read = (name: string) => readFile(at(name), 'utf8');
      await walk({
        publicKeys: { a: await read('a.pub'), b: await read('b.pub') },
        privateKey: await read('b.key'),
        adapter: 'rest',
        sign: async (key, version) => {
          const comment = `timestamp:1\tfile:app.bin${version === undefined ? '' : `\tversion:${version}`}`;
          run('-S', mode, '-s', at(`${key}.key`), '-t', comment, '-m', file, '-x', at('sig'));
          return (await read('sig')).trim();
        },
        edit: (signature, change) => change(signature),
      });
      return undefined;
    });

  test('published test vectors of minisign verifiers, of both kinds', async () => {
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
