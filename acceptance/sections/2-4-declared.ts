import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { describe, test } from 'node:test';
import { createDeclaring } from '../declaring.ts';
import { assertProblem } from '../problem.ts';
import { createPublisher, declarationOf, sha256 } from '../publisher.ts';
import type { World } from '../world.ts';

/** Spec 2.4 and its rows of 8: the rules for declarations and their fields. */
export const declaredArtifactSection = (world: World): void => {
  const { declare, accepted } = createDeclaring(world);

  describe('2.4 Artifact, once declared', () => {
    test('channel: must match the draft, and is stable by default', async () => {
      const app = await createPublisher(world);
      await app.client.createChannel(app.slug, { name: 'beta' });
      await app.draft({ version: '1.0.0', channel: 'beta' });
      const declared = (body: object) => app.call('POST', '/artifacts/presign', body);
      assertProblem(await declared(declarationOf('1.0.0')), 409, 'draft-missing');
      assert.equal((await declared(declarationOf('1.0.0', { channel: 'beta' }))).status, 201);
    });

    test('version: must match an existing draft', async () => {
      assertProblem(await declare({ version: '9.9.9' }), 409, 'draft-missing');
    });

    test('version: a published release is not a draft', async () => {
      const app = await createPublisher(world);
      await app.publish({ version: '1.0.0' });
      const body = declarationOf('1.0.0', { target: 'windows-x86_64' });
      assertProblem(await app.call('POST', '/artifacts/presign', body), 409);
    });

    test('sha256: normalized to lowercase, in the artifact and in public', async () => {
      const app = await createPublisher(world);
      const bytes = randomBytes(64);
      const release = await app.draft();
      const body = { ...declarationOf('1.0.0', { bytes }), sha256: sha256(bytes).toUpperCase() };
      const declared = await app.client.presignArtifact(app.slug, body);
      assert.equal(declared.artifact.sha256, sha256(bytes));
      await app.uploaded({ ...declared, bytes });
      await app.client.publishRelease(app.slug, release.id);
      assert.equal((await app.check('stable/linux/x86_64/0')).json().sha256, sha256(bytes));
    });

    test('signature: null by default, and surrounding whitespace is trimmed', async () => {
      assert.equal((await accepted({})).signature, null);
      assert.equal((await accepted({ signature: ' \r\n sig nature\t\n' })).signature, 'sig nature');
    });

    test('public responses expose url, size, sha256 and signature per target, of active artifacts only', async () => {
      const app = await createPublisher(world);
      const pieces = [{ target: 'linux-x86_64', signature: 'signed' }, { target: 'darwin-aarch64' }];
      const { release, artifacts } = await app.publish({}, pieces);
      const platform = (target: string) => ({
        url: `${app.publicUrl}/releases/download/${release.id}/${target}`,
        size: '64',
        sha256: artifacts.find((one) => one.artifact.target === target)?.artifact.sha256,
        signature: target === 'linux-x86_64' ? 'signed' : null,
      });
      const platforms = async () => (await app.latest()).json<{ platforms: unknown }>().platforms;
      assert.deepEqual(await platforms(), {
        'linux-x86_64': platform('linux-x86_64'),
        'darwin-aarch64': platform('darwin-aarch64'),
      });
      await app.client.pruneArtifact(app.slug, release.id, 'linux-x86_64');
      assert.deepEqual(await platforms(), { 'darwin-aarch64': platform('darwin-aarch64') });
      const [listed] = (await app.history()).json<{ releases: { platforms: object }[] }>().releases;
      assert.deepEqual(Object.keys(listed?.platforms ?? {}), ['darwin-aarch64']);
    });

    test('a pruned artifact answers 410 on download', async () => {
      const app = await createPublisher(world);
      const { release } = await app.publish();
      await app.client.pruneArtifact(app.slug, release.id, 'linux-x86_64');
      assertProblem(await app.download(release.id), 410, 'artifact-pruned');
    });

    test('a channel, a version and a target of maximum length work from draft to download', async () => {
      const app = await createPublisher(world);
      const channel = 'c'.repeat(64);
      const [version, target] = [`1.${'0'.repeat(126)}`, `${'t'.repeat(119)}-${'a'.repeat(8)}`];
      await app.client.createChannel(app.slug, { name: channel });
      const { artifacts } = await app.publish({ version, channel }, [{ target }]);
      const answer = await app.check(`${channel}/${target}/${'a'.repeat(8)}/0.${'0'.repeat(126)}`);
      assert.equal(answer.status, 200);
      assert.equal(answer.json().version, version);
      const bytes = await world.send({ url: String(answer.json().url) });
      assert.deepEqual(bytes.body, artifacts[0]?.bytes);
    });
  });
};
