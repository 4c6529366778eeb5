import assert from 'node:assert/strict';
import { generateKeyPairSync, sign } from 'node:crypto';
import { describe, test } from 'node:test';
import { assertProblem } from '../problem.ts';
import { createPublisher } from '../publisher.ts';
import type { World } from '../world.ts';

/** A raw Ed25519 key, as Sparkle uses. */
const makeKey = () => {
  const { publicKey, privateKey } = generateKeyPairSync('ed25519');
  const { x = '' } = publicKey.export({ format: 'jwk' });
  return {
    publicKey: Buffer.from(x, 'base64url').toString('base64'),
    sign: (bytes: Buffer): string => sign(null, bytes, privateKey).toString('base64'),
  };
};
type Key = ReturnType<typeof makeKey>;

/** Decisions, part two: clients are only offered releases that their key can verify. */
export const rotationSection = (world: World): void => {
  const openApp = async () => {
    const app = await createPublisher(world);
    const [a, b] = [makeKey(), makeKey()];
    const add = async ({ publicKey }: Key, fromVersion?: string) =>
      (
        await app.client.addSigningKey(app.slug, {
          publicKey,
          ...(fromVersion === undefined ? {} : { fromVersion }),
        })
      ).signingKey;
    const publish = async (version: string, key: Key) => {
      const bytes = Buffer.from(`bytes of ${version}`);
      return (await app.publish({ version }, [{ bytes, signature: key.sign(bytes) }])).release;
    };
    const offered = async (version: string): Promise<string | undefined> => {
      const answer = await app.check(`stable/linux/x86_64/${version}`);
      assert.match(answer.headers['cache-control'] ?? '', /^public/, 'the version alone decides');
      return answer.status === 204 ? undefined : answer.json<{ version: string }>().version;
    };
    return { app, a, b, add, publish, offered };
  };

  describe('Rotation of signing keys', () => {
    test('clients with the old key always get the bridge release, all others the newest', async () => {
      const { app, a, b, add, publish, offered } = await openApp();
      const old = await add(a);
      await publish('1.4.0', a);
      await add(b, '1.5.0');
      const bridge = await publish('1.5.0', a);
      assert.equal(bridge.warnings, undefined);
      const next = await publish('2.0.0', b);
      assert.equal(next.warnings, undefined);
      await publish('2.1.0', b);
      for (const version of ['0.1.0', '1.4.0', '1.4.9'])
        assert.equal(await offered(version), '1.5.0', version);
      for (const version of ['1.5.0', '2.0.0']) assert.equal(await offered(version), '2.1.0', version);
      assert.equal(await offered('2.1.0'), undefined);
      await app.client.changeSigningKey(app.slug, old.id, { state: 'retired' });
      assert.equal(await offered('1.0.0'), '1.5.0', 'a retired key is still built in');
      const { releases } = (await app.history()).json<{ releases: { version: string }[] }>();
      assert.deepEqual(
        releases.map(({ version }) => version),
        ['2.1.0', '2.0.0', '1.5.0', '1.4.0'],
        'the history shows all',
      );
    });

    test('fromVersion limits a key to newer clients; removing it offers everyone the newest release', async () => {
      const { app, a, b, add, publish, offered } = await openApp();
      await add(a);
      await publish('1.0.0', a);
      const next = await add(b);
      const stranding = await publish('2.0.0', b);
      assert.deepEqual(
        stranding.warnings?.map(({ code }) => code),
        ['signature-strands-clients'],
      );
      assert.equal(await offered('0.9.0'), '2.0.0');
      await app.client.changeSigningKey(app.slug, next.id, { fromVersion: '1.5.0' });
      assert.equal(await offered('0.9.0'), '1.0.0');
      assert.equal(await offered('1.5.0'), '2.0.0');
      const answer = await app.call('PATCH', `/signing-keys/${next.id}`, { fromVersion: null });
      assert.equal(answer.status, 200, answer.text);
      assert.equal(await offered('0.9.0'), '2.0.0');
    });

    test('explain names the key that a client trusts', async () => {
      const { app, a, b, add, publish } = await openApp();
      await add(a);
      await publish('1.0.0', a);
      const key = await add(b, '1.5.0');
      await publish('2.0.0', b);
      const query = { channel: 'stable', target: 'linux', arch: 'x86_64', currentVersion: '0.9.0' };
      const { considered } = await app.client.explain(app.slug, query);
      assert.deepEqual(
        considered.map(({ version, verdict }) => [version, verdict]),
        [
          ['2.0.0', 'other-key'],
          ['1.0.0', 'offered'],
        ],
      );
      assert.match(
        considered[0]?.reason ?? '',
        new RegExp(`Signed with ${key.keyId}, but clients on 0.9.0 trust`),
      );
    });

    test('with required signatures, a release that older clients could not verify is rejected', async () => {
      const { app, a, b, add, publish, offered } = await openApp();
      const old = await add(a);
      await app.client.changeApp(app.slug, { signatures: 'require' });
      await publish('1.0.0', a);
      await add(b, '1.5.0');
      const release = await app.draft({ version: '1.5.0' });
      const bytes = Buffer.from('the bridge, signed with the wrong key');
      const declared = await app.declare(release, { bytes, signature: b.sign(bytes) });
      await app.upload(declared);
      const refused = await app.call('POST', `/releases/${release.id}/publish`);
      const { errors = [] } = assertProblem(refused, 409, 'signature-rejected');
      assert.deepEqual(
        errors.map(({ code }) => code),
        ['signature-strands-clients'],
      );
      assert.match(errors[0]?.detail ?? '', /Sign linux-x86_64 with .*the bridge/);
      assert.equal(await offered('0.9.0'), '1.0.0');
      await app.client.changeSigningKey(app.slug, old.id, { state: 'retired' });
      const anyway = await app.call('POST', `/releases/${release.id}/publish`);
      assert.equal(anyway.status, 200, 'without the old key there is no better one');
    });

    /** Version 1.1.0 at 10 % and paused manually; then a new key, and releases for everyone. */
    const pauseAndRotate = async (...after: [version: string, key: 'a' | 'b'][]) => {
      const { app, a, b, add, publish, offered } = await openApp();
      await add(a);
      await publish('1.0.0', a);
      const draft = await app.draft({ version: '1.1.0' });
      const bytes = Buffer.from('bytes of 1.1.0');
      await app.upload(await app.declare(draft, { bytes, signature: a.sign(bytes) }));
      await app.client.planRollout(app.slug, draft.id, { steps: [{ percent: 10 }] });
      await app.client.publishRelease(app.slug, draft.id);
      await app.client.pauseRollout(app.slug, draft.id, { reason: 'Crashes.' });
      await add(b, '1.5.0');
      for (const [version, key] of after) await publish(version, key === 'a' ? a : b);
      const explain = (currentVersion: string) =>
        app.client.explain(app.slug, { target: 'linux', arch: 'x86_64', currentVersion });
      const listed = async () => {
        const { rollouts } = await app.client.listRollouts(app.slug);
        return rollouts.map(({ version, state, superseded }) => ({ version, state, superseded }));
      };
      return { app, id: draft.id, offered, explain, listed };
    };

    test('a paused rollout that no client can get leaves the channel cacheable, and explain omits it', async () => {
      const { offered, explain, listed } = await pauseAndRotate(['1.5.0', 'a'], ['1.6.0', 'b']);
      for (const [version, expected] of [
        ['1.0.0', '1.5.0'],
        ['1.1.0', '1.5.0'],
        ['1.5.0', '1.6.0'],
        ['1.6.0', undefined],
      ] as const) {
        assert.equal(await offered(version), expected, version);
        const { rollout, client, answer } = await explain(version);
        assert.deepEqual([rollout, client], [undefined, undefined], version);
        assert.match(answer?.headers['cache-control'] ?? '', /^public/, version);
      }
      assert.deepEqual(await listed(), [{ version: '1.1.0', state: 'paused', superseded: true }]);
    });

    test('explain names a paused rollout only to the old clients that it affects', async () => {
      const { app, id, offered, explain, listed } = await pauseAndRotate(['1.6.0', 'b']);
      assert.equal(await offered('1.0.0'), undefined);
      const { rollout, considered } = await explain('1.0.0');
      assert.deepEqual(
        [rollout?.releaseId, rollout?.version, rollout?.state, rollout?.percent],
        [id, '1.1.0', 'paused', 10],
      );
      assert.deepEqual(
        considered.map(({ version, verdict }) => `${version} ${verdict}`),
        ['1.6.0 other-key', '1.1.0 rollout-paused', '1.0.0 not-newer'],
      );
      for (const version of ['1.5.0', '1.6.0']) {
        await offered(version);
        assert.equal((await explain(version)).rollout, undefined, version);
      }
      assert.deepEqual(await listed(), [{ version: '1.1.0', state: 'paused', superseded: false }]);
      await app.client.resumeRollout(app.slug, id);
      const control = async (version: string) =>
        (await app.check(`stable/linux/x86_64/${version}`)).headers['cache-control'];
      assert.equal(await control('1.0.0'), 'private, no-cache', 'who asks decides');
      assert.equal(await offered('1.5.0'), '1.6.0');
      assert.equal(await offered('1.6.0'), undefined);
    });
  });
};
