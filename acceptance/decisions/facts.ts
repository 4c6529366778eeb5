import assert from 'node:assert/strict';
import { createHash, randomBytes } from 'node:crypto';
import { describe, test } from 'node:test';
import type { Artifact, Release } from '@slipway/api';
import { assertInvalid, assertProblem } from '../problem.ts';
import { createPublisher, declarationOf, type Publisher } from '../publisher.ts';
import type { World } from '../world.ts';

const plain = ['id', 'target', 'format', 'size', 'sha256', 'signature', 'contentType', 'state', 'uploadedAt'];
const sha512 = (bytes: Buffer) => createHash('sha512').update(bytes);
const sha1Of = (bytes: Buffer): string => createHash('sha1').update(bytes).digest('hex');

/** Bytes that end like an AppImage with a block map: its size in four bytes. */
const withMap = (mapBytes: number): Buffer => {
  const bytes = randomBytes(500);
  bytes.writeUInt32BE(mapBytes, 496);
  return bytes;
};

const artifactOf = async (app: Publisher, id: string, target: string): Promise<Artifact | undefined> => {
  const { release } = (await app.call('GET', `/releases/${id}`)).json<{ release: Release }>();
  return release.artifacts.find((artifact) => artifact.target === target);
};

/** Decisions, part two: extra file details for some updaters, and companion files. */
export const factsSection = (world: World): void => {
  describe('Facts of an artifact', () => {
    test('without declared facts, the response has none', async () => {
      const app = await createPublisher(world);
      const { release, artifacts } = await app.publish();
      assert.deepEqual(Object.keys(artifacts[0]?.artifact ?? {}), plain);
      assert.deepEqual(Object.keys(release.artifacts[0] ?? {}), plain);
    });

    test('are returned as declared, with normalized hashes', async () => {
      const app = await createPublisher(world);
      const bytes = withMap(77);
      const facts = {
        fileName: 'My-App-1.0.0.AppImage',
        blockMapSize: 77,
        build: '2043',
        minimumSystem: '13.0',
        minimumKernel: '22.0.0',
        installerArguments: '/S /D=x',
        deltaFrom: '0.9.0',
      };
      const hex = { sha512: sha512(bytes).digest('hex').toUpperCase(), sha1: sha1Of(bytes).toUpperCase() };
      const { release } = await app.publish({}, [{ bytes, ...facts, ...hex }]);
      const { id: _, ...artifactFields } = (await artifactOf(app, release.id, 'linux-x86_64')) as Artifact;
      const digests = { sha512: sha512(bytes).digest('base64'), sha1: sha1Of(bytes) };
      for (const [name, value] of Object.entries({ ...facts, ...digests }))
        assert.equal(artifactFields[name as keyof typeof artifactFields], value, name);
    });

    test('a hash that does not match the file is rejected, by the upload or by publish', async () => {
      const app = await createPublisher(world);
      for (const [index, wrong] of [
        { sha512: sha512(randomBytes(9)).digest('base64') },
        { sha1: sha1Of(randomBytes(9)) },
      ].entries()) {
        const draft = await app.draft({ version: `1.${index}.0` });
        const declared = await app.declare(draft, wrong);
        const upload = await app.upload(declared);
        const problem = assertProblem(
          await app.call('POST', `/releases/${draft.id}/publish`),
          409,
          'uploads-incomplete',
        );
        const fault = `${Object.keys(wrong)[0]}-differs`;
        assert.deepEqual(
          problem.errors?.map(({ code }) => code),
          [upload.status === 200 ? fault : 'missing'],
        );
        const right = await app.uploaded(await app.declare(draft, { bytes: declared.bytes }));
        assert.equal((await app.call('POST', `/releases/${draft.id}/publish`)).status, 200, right.uploadUrl);
      }
    });

    test('a hash declared after the upload is verified, too', async () => {
      const app = await createPublisher(world);
      const draft = await app.draft();
      const { bytes } = await app.uploaded(await app.declare(draft));
      await app.declare(draft, { bytes, sha512: sha512(randomBytes(9)).digest('base64') });
      const refused = await app.call('POST', `/releases/${draft.id}/publish`);
      assert.equal(assertProblem(refused, 409).errors?.[0]?.code, 'sha512-differs');
      await app.declare(draft, { bytes, sha512: sha512(bytes).digest('base64') });
      assert.equal((await app.call('POST', `/releases/${draft.id}/publish`)).status, 200);
    });

    test('a block map size that does not match the end of the file is dropped', async () => {
      const app = await createPublisher(world);
      const { release } = await app.publish({}, [{ bytes: withMap(77), blockMapSize: 78 }]);
      const artifact = (await artifactOf(app, release.id, 'linux-x86_64')) as Artifact;
      assert.deepEqual(Object.keys(artifact), plain);
    });

    test('invalid values are rejected, each with its field', async () => {
      const app = await createPublisher(world);
      const refused = async (more: object) =>
        app.call('POST', '/artifacts/presign', { ...declarationOf('1.0.0'), ...more });
      assertInvalid(await refused({ fileName: '../x.AppImage' }), 'fileName');
      assertInvalid(await refused({ fileName: 'x.exe' }), 'fileName');
      assertInvalid(await refused({ fileName: `${'x'.repeat(200)}.AppImage` }), 'fileName');
      assertInvalid(await refused({ sha512: 'abc', sha1: 'g'.repeat(40) }), 'sha1', 'sha512');
      assertInvalid(await refused({ companionOf: 'linux-x86_64' }), 'companionOf');
      assertInvalid(await refused({ target: 'linux-x86_64.', companionOf: 'linux-x86_64' }), 'companionOf');
      assertInvalid(await refused({ blockMapSize: 0, build: '1 2' }), 'blockMapSize', 'build');
      assertInvalid(
        await refused({ minimumSystem: 'Ventura', minimumKernel: '1.' }),
        'minimumKernel',
        'minimumSystem',
      );
      assertInvalid(
        await refused({ installerArguments: 'a\nb', deltaFrom: '/' }),
        'deltaFrom',
        'installerArguments',
      );
    });

    test('a download is saved under the file name', async () => {
      const app = await createPublisher(world);
      const { release } = await app.publish({}, [{ fileName: 'App_1.0.0~rc+1.AppImage' }]);
      const { headers } = await app.download(release.id);
      assert.equal(headers['content-disposition'], 'attachment; filename="App_1.0.0~rc+1.AppImage"');
    });
  });
};
