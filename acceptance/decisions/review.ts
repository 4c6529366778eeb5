import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { ReviewRequest } from '@slipway/api';
import { assertInvalid, assertProblem } from '../problem.ts';
import {
  type ArtifactInput,
  createPublisher,
  declarationOf,
  type Publisher,
  tauriSignature,
} from '../publisher.ts';
import type { World } from '../world.ts';

type Declared = ReviewRequest['artifacts'][number];

const declared = (piece: ArtifactInput = {}): Declared => {
  const { version: _, channel: __, ...rest } = declarationOf('1.0.0', piece);
  return rest;
};

/** A private key as `tauri signer generate` writes it. */
const privateKey = (): string => {
  const bytes = Buffer.concat([Buffer.from('EdScB2'), Buffer.alloc(152, 7)]);
  const text = `untrusted comment: rsign encrypted secret key\n${bytes.toString('base64')}\n`;
  return Buffer.from(text).toString('base64');
};

const codesOf = (found: { code: string }[]): string[] => found.map(({ code }) => code).toSorted();

/** Decisions, part two: a release's declarations are checked before the upload. */
export const reviewSection = (world: World): void => {
  const review = async (app: Publisher, body: ReviewRequest) =>
    (await app.client.reviewRelease(app.slug, body)).review;

  const auditOf = async (app: Publisher) => (await app.client.listAudit(app.slug, { limit: 100 })).entries;

  describe('Review before upload', () => {
    test('200 {review: {warnings, errors}}, both empty if nothing is wrong', async () => {
      const app = await createPublisher(world, { adapter: 'tauri' });
      const body = { version: '1.0.0', artifacts: [declared({ signature: tauriSignature() })] };
      const answer = await app.call('POST', '/releases/review', body);
      assert.equal(answer.status, 200, answer.text);
      assert.deepEqual(answer.json(), { review: { warnings: [], errors: [] } });
    });

    test('it stores nothing and writes no audit row', async () => {
      const app = await createPublisher(world);
      const before = await auditOf(app);
      await review(app, { version: '1.0.0', artifacts: [declared()] });
      assert.deepEqual(await auditOf(app), before);
      assert.deepEqual((await app.client.listReleases(app.slug)).releases, []);
      assert.equal((await app.draft({ version: '1.0.0' })).state, 'draft');
    });

    test('it returns the same warnings as publish', async () => {
      const app = await createPublisher(world, { adapter: 'tauri' });
      const signature = tauriSignature();
      await app.publish({ version: '2.0.0' }, [{ signature }, { signature, target: 'darwin-aarch64' }]);
      const pieces: ArtifactInput[] = [{}, { target: 'win32-x64', format: '.exe', signature: 'words' }];
      const ahead = await review(app, { version: '1.0', artifacts: pieces.map(declared) });
      assert.deepEqual(ahead.errors, []);
      const { release } = await app.publish({ version: '1.0' }, pieces);
      assert.deepEqual(codesOf(ahead.warnings), codesOf(release.warnings ?? []));
      assert.deepEqual(codesOf(ahead.warnings), [
        'older-version',
        'signature-missing',
        'signature-unreadable',
        'target-dropped',
        'target-unasked',
        'version-unreadable',
      ]);
    });

    test('artifacts that other jobs declared for the same draft count', async () => {
      const app = await createPublisher(world);
      await app.publish({ version: '1.0.0' }, [{}, { target: 'darwin-aarch64' }]);
      const next = { version: '2.0.0', artifacts: [declared()] };
      assert.deepEqual(codesOf((await review(app, next)).warnings), ['target-dropped']);
      await app.declare(await app.draft({ version: '2.0.0' }), { target: 'darwin-aarch64' });
      assert.deepEqual(await review(app, next), { warnings: [], errors: [] });
    });

    test('it lists what would be rejected, with the same error codes', async () => {
      const app = await createPublisher(world);
      await app.publish({ version: '1.0.0' });
      await app.client.createChannel(app.slug, { name: 'asleep' });
      await app.client.changeChannel(app.slug, 'asleep', { active: false });
      const errorsOf = async (body: Partial<ReviewRequest>) =>
        (await review(app, { version: '2.0.0', artifacts: [declared()], ...body })).errors.map(
          ({ pointer, code }) => `${pointer} ${code}`,
        );
      assert.deepEqual(await errorsOf({ version: '1.0.0' }), ['/version version-taken']);
      assert.deepEqual(await errorsOf({ channel: 'nowhere' }), ['/channel channel-missing']);
      assert.deepEqual(await errorsOf({ channel: 'asleep' }), ['/channel channel-inactive']);
      assert.deepEqual(await errorsOf({ artifacts: [declared(), declared()] }), [
        '/artifacts/1/target target-repeated',
      ]);
      assert.deepEqual(
        await errorsOf({ artifacts: [declared(), { ...declared({ target: 'b-c' }), size: 2 ** 52 }] }),
        ['/artifacts/1/size artifact-too-large'],
      );
      assert.deepEqual(await errorsOf({ artifacts: [declared({ signature: privateKey() })] }), [
        '/artifacts/0/signature private-key',
      ]);
    });

    test('an existing draft of that version is not an error', async () => {
      const app = await createPublisher(world);
      await app.draft({ version: '1.0.0' });
      const { errors } = await review(app, { version: '1.0.0', artifacts: [declared()] });
      assert.deepEqual(errors, []);
    });

    test('fields follow presign’s rules; 200 artifacts at most', async () => {
      const app = await createPublisher(world);
      const call = (body: object) => app.call('POST', '/releases/review', body);
      assertInvalid(await call({ artifacts: [] }), 'version');
      assertInvalid(await call({ version: '1.0.0' }), 'artifacts');
      const broken = { ...declared(), sha256: 'x', version: '1.0.0' };
      assertInvalid(
        await call({ version: '1.0.0', artifacts: [declared(), broken] }),
        'artifacts/1/sha256',
        'artifacts/1/version',
      );
      const many = (count: number) =>
        Array.from({ length: count }, (_, index) => declared({ target: `t-${index}` }));
      assert.equal((await call({ version: '1.0.0', artifacts: many(200) })).status, 200);
      assertInvalid(await call({ version: '1.0.0', artifacts: many(201) }), 'artifacts');
    });

    test('a private key sent as a signature is refused by presign and never stored', async () => {
      const app = await createPublisher(world);
      const draft = await app.draft({ version: '1.0.0' });
      const before = await auditOf(app);
      const secret = privateKey();
      world.secrets.add(secret);
      const body = declarationOf('1.0.0', { signature: `${secret}\n` });
      const problem = assertProblem(
        await app.call('POST', '/artifacts/presign', body),
        400,
        'invalid-fields',
      );
      assert.deepEqual(
        problem.errors?.map(({ pointer, code }) => [pointer, code]),
        [['/signature', 'private-key']],
      );
      assert.ok(!JSON.stringify(problem).includes(secret.slice(0, 40)));
      assert.deepEqual((await app.client.getRelease(app.slug, draft.id)).release.artifacts, []);
      assert.deepEqual(await auditOf(app), before);
      const broken = await app.call('POST', '/artifacts/presign', { ...body, sha256: 'x' });
      assertInvalid(broken, 'sha256', 'signature');
    });
  });
};
