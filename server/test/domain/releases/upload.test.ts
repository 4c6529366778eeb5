import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { describe, test } from 'node:test';
import { sha256Of } from '../../harness.ts';
import { admin, createWorld, type World } from '../world.ts';

/* Multipart uploads: starting, resuming, and audit entries. */

const caller = { app: 'hello', actor: admin };
const version = '1.0.0';
const target = 'linux-x86_64';

const setUp = async () => {
  const world = createWorld();
  await world.appAdmin.createApp({ slug: 'hello' }, admin);
  await world.drafts.createDraft(caller, { version });
  return world;
};

const declare = ({ drafts }: World, bytes: Uint8Array) =>
  drafts.declare(caller, {
    version,
    target,
    format: '.bin',
    sizeBytes: bytes.length,
    sha256: sha256Of(bytes),
    parts: true,
  });

const send = async ({ blobs }: World, url: string, bytes: Uint8Array): Promise<string> => {
  const { pathname, search } = new URL(url);
  const body = (async function* () {
    yield bytes;
  })();
  return (await blobs.admit(pathname + search, {}).receive(body)).etag;
};

const refused = (code: string) => ({ name: 'Refusal', code });

describe('uploads in parts', () => {
  test('declared concurrently become one upload, and the surplus ones are aborted', async () => {
    const world = await setUp();
    const bytes = randomBytes(100);
    const declarations = await Promise.all(Array.from({ length: 8 }, () => declare(world, bytes)));
    const [uploadId, ...others] = new Set(declarations.map(({ parts }) => parts?.uploadId ?? ''));
    assert.ok(uploadId);
    assert.deepEqual(others, []);
    assert.deepEqual(world.blobs.holds(), [uploadId], 'no other upload is left behind');
    const etag = await send(world, declarations.at(-1)?.parts?.urls[0] ?? '', bytes);
    const done = await world.drafts.completeParts(caller, { version, target, uploadId, etags: [etag] });
    assert.notEqual(done.uploadedAt, undefined);
  });

  test('of bytes that another declaration replaced are refused before a byte is sent', async () => {
    const world = await setUp();
    const [one, two] = [randomBytes(100), randomBytes(100)];
    const answers = await Promise.allSettled([declare(world, one), declare(world, two)]);
    const declarations = answers.filter((answer) => answer.status === 'fulfilled').map(({ value }) => value);
    const faults = answers.filter((answer) => answer.status === 'rejected').map(({ reason }) => reason.code);
    assert.deepEqual([declarations.length, faults], [1, ['draft-changed']]);
    assert.deepEqual(world.blobs.holds(), [declarations[0]?.parts?.uploadId]);
  });

  test('that do not exist have their own problem code', async () => {
    const world = await setUp();
    const completion = { version, target, uploadId: 'unknown', etags: ['"a"'] };
    const complete = (change: object) => world.drafts.completeParts(caller, { ...completion, ...change });
    await assert.rejects(complete({}), refused('upload-missing'), 'no such artifact');
    await declare(world, randomBytes(100));
    await assert.rejects(complete({}), refused('upload-missing'), 'another upload');
    await assert.rejects(complete({ version: '9.9.9' }), refused('draft-missing'));
  });

  test('write one audit row when they are completed, however often', async () => {
    const world = await setUp();
    const bytes = randomBytes(100);
    const { artifact, parts } = await declare(world, bytes);
    const etag = await send(world, parts?.urls[0] ?? '', bytes);
    const completion = { version, target, uploadId: parts?.uploadId ?? '', etags: [etag] };
    const complete = () => world.drafts.completeParts(caller, completion);
    await Promise.all([complete(), complete()]);
    await complete();
    const { items } = await world.store.listAudit((await world.store.findApp('hello'))?.id ?? '', {
      limit: 100,
    });
    const rows = items.filter(({ action }) => action === 'artifact.complete');
    assert.deepEqual(
      rows.map(({ subject, actor, detail }) => ({ subject, actor, detail })),
      [{ subject: artifact.id, actor: 'admin', detail: { release: artifact.releaseId, target, version } }],
    );
  });
});
