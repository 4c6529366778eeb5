import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { describe, test } from 'node:test';
import { createSigner } from '../../../../lab/signer.ts';
import { app, bytes, caller, createGateWorld, type Part, target } from './gate-world.ts';

const version = '1.2.3';
const require = { signatures: 'require' } as const;

/** Publishes one release with these parts in an app that requires signatures, and in one that warns. */
const publishBoth = async (partsOf: (world: Awaited<ReturnType<typeof createGateWorld>>) => Part[]) => {
  const [strict, lenient] = [await createGateWorld(require), await createGateWorld()];
  const refused = await strict.publish(await strict.draft(version, partsOf(strict)));
  const warned = await lenient.publish(await lenient.draft(version, partsOf(lenient)));
  return { refused, warned };
};

const spoil = (signature: string, change: (lines: string[]) => void): string => {
  const lines = Buffer.from(signature, 'base64').toString().split('\n');
  change(lines);
  return Buffer.from(lines.join('\n')).toString('base64');
};

describe('the signature gate', () => {
  const good: Record<string, (world: Awaited<ReturnType<typeof createGateWorld>>) => Part[]> = {
    'signed for this version': ({ signer }) => [{ signature: signer.sign(bytes, { version }) }],
    'with a v': ({ signer }) => [{ signature: signer.sign(bytes, { version: `v${version}` }) }],
    'of the file itself': ({ signer }) => [{ signature: signer.sign(bytes, { version, isLegacy: true }) }],
    'as minisign’s text': ({ signer }) => [{ signature: signer.signText(bytes, { version }) }],
    'with a companion that has no signature': ({ signer }) => [
      { signature: signer.sign(bytes, { version }) },
      { target: `${target}.blockmap`, companionOf: target, bytes: Buffer.from('map') },
    ],
    'with a companion whose signature is nobody’s': ({ signer }) => [
      { signature: signer.sign(bytes, { version }) },
      { target: `${target}.delta`, companionOf: target, signature: createSigner().sign(bytes) },
    ],
  };
  for (const [what, parts] of Object.entries(good))
    test(`accepts a signature ${what}`, async () => {
      const { refused, warned } = await publishBoth(parts);
      assert.deepEqual(refused, { code: 'published', codes: [] });
      assert.deepEqual(warned, { code: 'published', codes: [] });
    });

  const bad: Record<string, [code: string, (world: Awaited<ReturnType<typeof createGateWorld>>) => Part[]]> =
    {
      'no signature': ['signature-missing', () => [{}]],
      'a URL': ['signature-unreadable', () => [{ signature: 'https://example.com/app.sig' }]],
      'a truncated one': [
        'signature-unreadable',
        ({ signer }) => [{ signature: spoil(signer.sign(bytes, { version }), (lines) => lines.splice(2)) }],
      ],
      'another key': [
        'signature-key-unknown',
        () => [{ signature: createSigner().sign(bytes, { version }) }],
      ],
      'other bytes': [
        'signature-mismatch',
        ({ signer }) => [{ signature: signer.sign(Buffer.from('others'), { version }) }],
      ],
      'other bytes, of the file itself': [
        'signature-mismatch',
        ({ signer }) => [{ signature: signer.sign(Buffer.from('others'), { version, isLegacy: true }) }],
      ],
      'a changed comment': [
        'signature-comment-changed',
        ({ signer }) => [
          {
            signature: spoil(signer.sign(bytes, { version: '1.0.0' }), (lines) => {
              lines[2] = (lines[2] ?? '').replace('1.0.0', version);
            }),
          },
        ],
      ],
      'another version': [
        'signature-version-differs',
        ({ signer }) => [{ signature: signer.sign(bytes, { version: '1.0.0' }) }],
      ],
      'raw Ed25519 where no raw key is known': [
        'signature-key-unknown',
        ({ signer }) => [{ signature: signer.signRaw(bytes) }],
      ],
    };
  for (const [what, [code, parts]] of Object.entries(bad))
    test(`refuses or warns about ${what}: ${code}`, async () => {
      const { refused, warned } = await publishBoth(parts);
      assert.deepEqual(refused, { code: 'signature-rejected', codes: [code] });
      assert.deepEqual(warned, { code: 'published', codes: [code] });
    });

  test('names the artifact, its signer and the keys of the app, and changes nothing', async () => {
    const { draft, publishing, store, signer } = await createGateWorld(require);
    const other = createSigner();
    const id = await draft(version, [{ signature: other.sign(bytes, { version }) }]);
    await assert.rejects(publishing.publish(caller, id), (error: Error & { faults: unknown }) => {
      const [fault] = error.faults as { pointer: string; detail: string }[];
      assert.equal(fault?.pointer, `/artifacts/${target}`);
      assert.ok(
        fault?.detail.includes(
          `signed with ${other.keyId}, which this app doesn’t have. Add the key, or re-sign with ${signer.keyId}`,
        ),
      );
      return true;
    });
    assert.equal((await store.findRelease(app, id))?.state, 'draft');
  });

  test('warns about a signature without a version, and refuses it if one is required', async () => {
    const parts = ({ signer }: { signer: ReturnType<typeof createSigner> }) => [
      { signature: signer.sign(bytes) },
    ];
    const { refused, warned } = await publishBoth(parts);
    assert.deepEqual(refused, { code: 'published', codes: ['signature-version-missing'] });
    assert.deepEqual(warned, refused);
    const strict = await createGateWorld({ ...require, signedVersion: 'require' });
    const outcome = await strict.publish(await strict.draft(version, parts(strict)));
    assert.deepEqual(outcome, { code: 'signature-rejected', codes: ['signature-version-missing'] });
  });

  test('accepts raw Ed25519 by any key of the app, without a version warning', async () => {
    const world = await createGateWorld(require, true);
    const second = createSigner();
    await world.add(second);
    const id = await world.draft(version, [
      { signature: second.signRaw(bytes) },
      { target: 'windows-x86_64', signature: world.signer.signRaw(bytes) },
    ]);
    assert.deepEqual(await world.publish(id), { code: 'published', codes: [] });
    assert.equal((await world.signedBy(id, 'windows-x86_64'))?.id, world.key.id);
    const bad = await world.draft('1.2.4', [{ signature: createSigner().signRaw(bytes) }]);
    assert.deepEqual(await world.publish(bad), {
      code: 'signature-rejected',
      codes: ['signature-mismatch'],
    });
  });

  test('reports upload and signature faults together', async () => {
    const world = await createGateWorld(require);
    const { id } = await world.drafts.createDraft(caller, { version });
    await world.upload(app, { version }, { target, bytes });
    await world.drafts.declare(caller, {
      ...{ version, target: 'darwin-aarch64', format: '.bin', sizeBytes: 5, sha256: 'ab'.repeat(32) },
    });
    const { code, codes } = await world.publish(id);
    assert.equal(code, 'uploads-incomplete');
    assert.deepEqual(codes, ['missing', 'signature-missing', 'signature-missing']);
  });

  test('reports nothing if it is off', async () => {
    const world = await createGateWorld({ signatures: 'off' });
    const id = await world.draft(version, [{ signature: createSigner().sign(bytes, { version: '9.9.9' }) }]);
    assert.deepEqual(await world.publish(id), { code: 'published', codes: [] });
    assert.equal(await world.signedBy(id), undefined);
  });

  test('refuses plain minisign text for Tauri, whose clients cannot read it', async () => {
    const world = await createGateWorld({ ...require, adapter: 'tauri' });
    const id = await world.draft(version, [{ signature: world.signer.signText(bytes, { version }) }]);
    assert.deepEqual(await world.publish(id), {
      code: 'signature-rejected',
      codes: ['signature-unreadable'],
    });
  });

  test('refuses raw Ed25519 for Tauri and cargo-packager, even by a key of the app', async () => {
    for (const adapter of ['tauri', 'cargo-packager']) {
      const strict = await createGateWorld({ ...require, adapter }, true);
      const id = await strict.draft(version, [{ signature: strict.signer.signRaw(bytes) }]);
      assert.deepEqual(
        await strict.publish(id),
        { code: 'signature-rejected', codes: ['signature-unreadable'] },
        adapter,
      );
      const mild = await createGateWorld({ adapter }, true);
      const other = await mild.draft(version, [{ signature: mild.signer.signRaw(bytes) }]);
      const { code, codes } = await mild.publish(other);
      assert.equal(code, 'published');
      assert.ok(codes.includes('signature-unreadable'), codes.join());
    }
  });

  test('does not accept the signature of a hash as a legacy signature of a file that contains that hash', async () => {
    const world = await createGateWorld(require);
    const lines = world.signer.signText(bytes, { version }).split('\n');
    const signed = Buffer.from(lines[1] ?? '', 'base64');
    assert.equal(signed.toString('latin1', 0, 2), 'ED');
    signed.write('Ed', 'latin1');
    const forged = lines.with(1, signed.toString('base64')).join('\n');
    const hash = createHash('blake2b512').update(bytes).digest();
    const refused = { code: 'signature-rejected', codes: ['signature-unreadable'] };
    const id = await world.draft(version, [{ bytes: hash, signature: forged }]);
    assert.deepEqual(await world.publish(id), refused);
    const own = world.signer.sign(hash, { version: '1.2.4', isLegacy: true });
    assert.deepEqual(
      await world.publish(await world.draft('1.2.4', [{ bytes: hash, signature: own }])),
      refused,
    );
    const now = world.signer.sign(hash, { version: '1.2.5' });
    const good = await world.draft('1.2.5', [{ bytes: hash, signature: now }]);
    assert.equal((await world.publish(good)).code, 'published');
  });

  test('warns on a change to an adapter whose clients cannot read the offered signatures', async () => {
    const world = await createGateWorld({}, true);
    const { appAdmin, signer } = world;
    const unsigned = 'windows-x86_64';
    await world.publish(
      await world.draft(version, [{ signature: signer.signRaw(bytes) }, { target: unsigned }]),
    );
    const change = async (adapter: string) => (await appAdmin.changeApp(caller, { adapter })).warnings;
    const warnings = await change('tauri');
    assert.deepEqual(warnings.map(({ code }) => code).sort(), ['signature-missing', 'signature-unreadable']);
    for (const { detail } of warnings) assert.match(detail, /^1\.2\.3 in channel "stable": .*x86_64/);
    assert.deepEqual(await change('tauri'), [], 'nothing changes');
    assert.deepEqual(await change('rest'), []);
  });

  test('reports a fault once, even if the adapter reports it, too', async () => {
    const world = await createGateWorld({ adapter: 'tauri' });
    const id = await world.draft(version, [{}]);
    assert.deepEqual((await world.publish(id)).codes, ['signature-missing']);
  });

  test('a review reports faults before the upload, as errors if publishing would refuse them', async () => {
    const artifact = { target, format: '.bin', sizeBytes: bytes.length, sha256: 'ab'.repeat(32) };
    const other = { ...artifact, signature: createSigner().sign(bytes, { version }) };
    const strict = await createGateWorld(require);
    const refused = await strict.reviews.reviewDeclared(app, { version, artifacts: [other] });
    assert.deepEqual(
      refused.errors.map(({ pointer, code }) => [pointer, code]),
      [['/artifacts/0/signature', 'signature-key-unknown']],
    );
    assert.deepEqual(refused.warnings, []);
    const own = { ...artifact, signature: strict.signer.sign(bytes, { version }) };
    const fine = await strict.reviews.reviewDeclared(app, { version, artifacts: [own] });
    assert.deepEqual([fine.errors, fine.warnings], [[], []]);
    const lenient = await createGateWorld();
    const warned = await lenient.reviews.reviewDeclared(app, { version, artifacts: [other] });
    assert.deepEqual(
      warned.warnings.map(({ code }) => code),
      ['signature-key-unknown'],
    );
  });
});
