import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { describe, test } from 'node:test';
import type { Problem } from '@slipway/api';
import { createSigner } from '../../lab/signer.ts';
import { assertInvalid, assertProblem } from '../problem.ts';
import { type ArtifactInput, createPublisher, type Publisher } from '../publisher.ts';
import type { World } from '../world.ts';

const require = { signatures: 'require' } as const;

/** An app's signing keys, and their requirements for publishing. */
export const signaturesSection = (world: World): void => {
  const signer = createSigner();
  const version = '1.2.3';

  const signed = (
    piece: ArtifactInput = {},
    more: { version?: string; by?: typeof signer } = {},
  ): ArtifactInput => {
    const bytes = randomBytes(3000);
    const by = more.by ?? signer;
    return { bytes, signature: by.sign(bytes, { version: more.version ?? version }), ...piece };
  };

  const withKey = async (change: object = require): Promise<Publisher & { keyId: string }> => {
    const app = await createPublisher(world);
    const { signingKey } = await app.client.addSigningKey(app.slug, { publicKey: signer.publicKey.tauri });
    await app.client.changeApp(app.slug, change);
    return { ...app, keyId: signingKey.id };
  };

  /** Publishes a draft with these pieces and returns the response. */
  const publish = async (app: Publisher, pieces: ArtifactInput[], as = version) => {
    const draft = await app.draft({ version: as });
    for (const piece of pieces) await app.uploaded(await app.declare(draft, piece));
    return { id: draft.id, answer: await app.call('POST', `/releases/${draft.id}/publish`) };
  };

  describe('Signing keys', () => {
    test('are added in every format, listed, renamed, retired and reactivated, with audit events', async () => {
      const app = await createPublisher(world);
      assert.deepEqual(await app.client.listSigningKeys(app.slug), { signingKeys: [] });
      assert.deepEqual([app.app.signatures, app.app.signedVersion], ['warn', 'warn']);
      const one = createSigner();
      const answer = await app.call('POST', '/signing-keys', { publicKey: one.publicKey.text });
      assert.equal(answer.status, 201);
      const { signingKey } = answer.json<{ signingKey: Record<string, unknown> }>();
      const { id, createdAt, ...rest } = signingKey;
      assert.match(String(id), /^sig_/);
      assert.match(String(createdAt), /^\d{4}-.*Z$/);
      assert.deepEqual(rest, {
        ...{ kind: 'minisign', keyId: one.keyId, publicKey: one.publicKey.line, name: one.keyId },
        ...{ fromVersion: null, state: 'active', retiredAt: null },
      });
      for (const publicKey of Object.values(one.publicKey))
        assertProblem(await app.call('POST', '/signing-keys', { publicKey }), 409, 'signing-key-taken');
      const raw = { publicKey: one.rawKey, name: 'Sparkle', fromVersion: '1.5.0' };
      const { signingKey: second } = await app.client.addSigningKey(app.slug, raw);
      assert.deepEqual([second.kind, second.name, second.fromVersion], ['ed25519', 'Sparkle', '1.5.0']);
      const change = (body: object) => app.client.changeSigningKey(app.slug, second.id, body);
      const { signingKey: retired } = await change({ state: 'retired', name: null, fromVersion: null });
      assert.deepEqual([retired.state, retired.name, retired.fromVersion], ['retired', second.keyId, null]);
      assert.notEqual(retired.retiredAt, null);
      const { signingKey: back } = await change({ state: 'active' });
      assert.deepEqual([back.state, back.retiredAt], ['active', null]);
      const { signingKeys } = await app.client.listSigningKeys(app.slug);
      assert.deepEqual(new Set(signingKeys.map((key) => key.id)), new Set([id, second.id]));
      const { entries } = await app.client.listAudit(app.slug, { limit: 5 });
      const actions = entries
        .map(({ action }) => action)
        .filter((action) => action.startsWith('signing-key'));
      assert.deepEqual(actions.toSorted(), [
        ...['signing-key.change', 'signing-key.change', 'signing-key.create', 'signing-key.create'],
      ]);
      assertProblem(await app.call('PATCH', '/signing-keys/sig_none', { name: 'x' }), 404, 'not-found');
    });

    test('a private key is rejected, and so is text that is not a key', async () => {
      const app = await createPublisher(world);
      const line = Buffer.concat([Buffer.from('EdSc'), randomBytes(154)]).toString('base64');
      const secret = Buffer.from(`untrusted comment: rsign encrypted secret key\n${line}\n`).toString(
        'base64',
      );
      const answer = await app.call('POST', '/signing-keys', { publicKey: secret });
      assertInvalid(answer, 'publicKey');
      assert.equal(answer.json<Problem>().errors?.[0]?.code, 'private-key');
      assert.ok(!answer.text.includes(secret.slice(60, 120)));
      for (const publicKey of ['', 'hello', signer.sign(randomBytes(3))])
        assertInvalid(await app.call('POST', '/signing-keys', { publicKey }), 'publicKey');
      assertInvalid(await app.call('POST', '/signing-keys', {}), 'publicKey');
      const bad = { publicKey: signer.publicKey.line, fromVersion: ' 1', name: '' };
      assertInvalid(await app.call('POST', '/signing-keys', bad), 'fromVersion', 'name');
      assert.deepEqual(await app.client.listSigningKeys(app.slug), { signingKeys: [] });
    });

    test('at most 8 are active, and a required policy needs an active key', async () => {
      const app = await createPublisher(world);
      assertProblem(await app.call('PATCH', '', require), 409, 'signing-key-missing');
      const raw = await app.client.addSigningKey(app.slug, { publicKey: createSigner().rawKey });
      await app.client.changeApp(app.slug, require);
      assertProblem(await app.call('PATCH', '', { signedVersion: 'require' }), 409, 'signing-key-missing');
      const path = `/signing-keys/${raw.signingKey.id}`;
      assertProblem(await app.call('PATCH', path, { state: 'retired' }), 409, 'signing-key-missing');
      for (let count = 1; count < 8; count++)
        await app.client.addSigningKey(app.slug, { publicKey: createSigner().publicKey.line });
      const more = { publicKey: createSigner().publicKey.line };
      assertProblem(await app.call('POST', '/signing-keys', more), 409, 'limit-reached');
      await app.client.changeApp(app.slug, { signedVersion: 'require' });
      assert.equal((await app.call('PATCH', path, { state: 'retired' })).status, 200);
      assert.equal((await app.call('POST', '/signing-keys', more)).status, 201);
      assertProblem(await app.call('PATCH', path, { state: 'active' }), 409, 'limit-reached');
      const { app: unset } = await app.client.changeApp(app.slug, { signatures: null, signedVersion: null });
      assert.deepEqual([unset.signatures, unset.signedVersion], ['warn', 'warn']);
    });
  });

  describe('The signature gate', () => {
    test('publishes artifacts signed by a key of the app, with signedBy', async () => {
      const app = await withKey();
      const map = { target: 'linux-x86_64.blockmap', companionOf: 'linux-x86_64', format: '.blockmap' };
      const { id, answer } = await publish(app, [signed(), map]);
      assert.equal(answer.status, 200, answer.text);
      const { release } = await app.client.getRelease(app.slug, id);
      const signedBy = release.artifacts.map((artifact) => artifact.signedBy);
      assert.deepEqual(signedBy, [{ id: app.keyId, keyId: signer.keyId, version }, undefined]);
      assert.equal(release.warnings, undefined);
      const check = await app.check('stable/linux/x86_64/1.0.0');
      assert.ok(!check.text.includes('signedBy') && check.text.includes(version), 'public bodies stay exact');
    });

    test('rejects all others, each artifact with its code, and changes nothing', async () => {
      const app = await withKey();
      const { id, answer } = await publish(app, [
        signed({ target: 'a-a' }, { by: createSigner() }),
        signed({ target: 'b-b', bytes: randomBytes(10) }),
        signed({ target: 'c-c' }, { version: '1.0.0' }),
        { target: 'd-d' },
        signed({ target: 'e-e' }),
      ]);
      const { errors } = assertProblem(answer, 409, 'signature-rejected');
      assert.deepEqual(
        errors?.map(({ pointer, code }) => [pointer, code]),
        [
          ['/artifacts/a-a', 'signature-key-unknown'],
          ['/artifacts/b-b', 'signature-mismatch'],
          ['/artifacts/c-c', 'signature-version-differs'],
          ['/artifacts/d-d', 'signature-missing'],
        ],
      );
      const { release } = await app.client.getRelease(app.slug, id);
      assert.equal(release.state, 'draft');
      assert.deepEqual(
        new Set(release.warnings?.map(({ code }) => code)),
        new Set(errors?.map(({ code }) => code)),
        'the draft tells the same as it is read',
      );
    });

    test('warns with the same codes if signatures are not required', async () => {
      const app = await withKey({ signatures: 'warn' });
      const { id, answer } = await publish(app, [signed({ bytes: randomBytes(10) })]);
      assert.equal(answer.status, 200);
      const { release } = await app.client.getRelease(app.slug, id);
      assert.deepEqual(
        release.warnings?.map(({ code }) => code),
        ['signature-mismatch'],
      );
      assert.equal(release.artifacts[0]?.signedBy, null);
    });

    test('a new signature is verified again, and the release is published', async () => {
      const app = await withKey();
      const bytes = randomBytes(2000);
      const bad = createSigner().sign(bytes, { version });
      const { id, answer } = await publish(app, [{ bytes, signature: bad }]);
      assertProblem(answer, 409, 'signature-rejected');
      await app.declare(
        { version, channel: 'stable' },
        { bytes, signature: signer.sign(bytes, { version }) },
      );
      const again = await app.call('POST', `/releases/${id}/publish`);
      assert.equal(again.status, 200, 'the bytes are there already');
    });

    test('incomplete uploads are listed first, together with the signatures', async () => {
      const app = await withKey();
      const draft = await app.draft({ version });
      await app.declare(draft, { target: 'linux-x86_64' });
      const answer = await app.call('POST', `/releases/${draft.id}/publish`);
      const { errors } = assertProblem(answer, 409, 'uploads-incomplete');
      assert.deepEqual(
        errors?.map(({ code }) => code),
        ['missing', 'signature-missing'],
      );
    });
  });
};
