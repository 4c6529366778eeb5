import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { after, before, describe, test } from 'node:test';
import { startEmbedded } from './deployments.ts';
import { type Ask, dial, hangUp } from './dial.ts';
import { assertProblem, assertWellFormedProblem } from './problem.ts';
import { createPublisher, type DeclaredArtifact } from './publisher.ts';
import { assertSince } from './since.ts';
import { createWorld, type Deployment } from './world.ts';

/* The embedded storage on a separate server, so that a crash does not affect other tests. */

const size = 256;

describe('4.3 Upload bytes, the embedded storage', () => {
  let deployment: Deployment;
  const world = createWorld(() => deployment);
  before(async () => {
    deployment = await startEmbedded();
  });
  after(async () => {
    await deployment.stop();
    hangUp();
  });

  const declaredDraft = async () => {
    const app = await createPublisher(world);
    const draft = await app.draft();
    const publish = () => app.call('POST', `/releases/${draft.id}/publish`);
    return { publish, declared: await app.declare(draft, { bytes: randomBytes(size) }) };
  };
  const put = (declared: DeclaredArtifact, change: Partial<Ask> = {}) =>
    dial({
      url: declared.uploadUrl,
      method: 'PUT',
      headers: declared.headers,
      body: declared.bytes,
      ...change,
    });

  test('another SHA-256: 400 with the reason', async () => {
    const { declared } = await declaredDraft();
    assertProblem(await put(declared, { body: randomBytes(size) }), 400, 'upload-hash-differs');
  });

  test('another length: 400 with the reason', async () => {
    const { declared } = await declaredDraft();
    for (const length of [size - 1, size + 1]) {
      assertProblem(await put(declared, { body: randomBytes(length) }), 400, 'upload-size-differs');
    }
  });

  test('a missing or different header: 400 with the reason', async () => {
    const { declared } = await declaredDraft();
    for (const name of Object.keys(declared.headers)) {
      const { [name]: _, ...lacking } = declared.headers;
      const different = { ...declared.headers, [name]: 'other/value' };
      for (const headers of [lacking, different]) {
        assertProblem(await put(declared, { headers }), 400, 'upload-headers-differ');
      }
    }
  });

  test('a forged signature: 403 with the reason', async () => {
    const { declared } = await declaredDraft();
    const forged = (_: string, name: string, first: string) => name + (first === 'A' ? 'B' : 'A');
    const url = declared.uploadUrl.replace(/(signature=)(.)/, forged);
    assertProblem(await put(declared, { url }), 403, 'upload-url-invalid');
  });

  test('a URL with a changed expiry: 403', async () => {
    const { declared } = await declaredDraft();
    for (const expires of ['1000000000', '9999999999']) {
      const url = declared.uploadUrl.replace(/expires=\d+/, `expires=${expires}`);
      assert.equal((await put(declared, { url })).status, 403);
    }
  });

  test('a URL is valid for 15 minutes', async () => {
    const before = Date.now();
    const { declared } = await declaredDraft();
    const expires = Number(new URL(declared.uploadUrl).searchParams.get('expires'));
    assertSince(new Date((expires - 15 * 60) * 1000).toISOString(), before);
  });

  test('the upload listener serves no other routes, and the main listener accepts no uploads', async () => {
    const { declared } = await declaredDraft();
    const { origin, pathname, search } = new URL(declared.uploadUrl);
    for (const path of ['/v1/apps', '/releases/stable/linux/x86_64/1.0.0', '/docs', '/']) {
      const answer = await dial({ url: `${origin}${path}` });
      assert.ok(answer.status >= 400 && answer.status < 500, `${path}: ${answer.status}`);
    }
    const answer = await put(declared, { url: `${deployment.baseUrl}${pathname}${search}` });
    assertProblem(answer, 404, 'not-found');
  });

  const chunked = (declared: DeclaredArtifact, body: Buffer) =>
    put(declared, { body, headers: { ...declared.headers, 'transfer-encoding': 'chunked' } });

  for (const [what, length] of [
    ['one byte less', size - 1],
    ['one byte more', size + 1],
  ] as const) {
    test(`in chunks, ${what} than declared: rejected with a reason, and the server keeps running`, async () => {
      const { declared, publish } = await declaredDraft();
      const answer = await chunked(declared, randomBytes(length));
      assert.ok(answer.status >= 400 && answer.status < 500, `refused with ${answer.status}`);
      assertWellFormedProblem(answer);
      assertProblem(await publish(), 409, 'uploads-incomplete');
    });
  }

  test('far more chunks than declared: rejected, with or without a response; the server keeps running', async () => {
    const { declared, publish } = await declaredDraft();
    const status = await chunked(declared, randomBytes(2 ** 22)).then(
      (answer) => answer.status,
      () => undefined,
    );
    assert.ok(status === undefined || (status >= 400 && status < 500), `answered ${status}`);
    assertProblem(await publish(), 409, 'uploads-incomplete');
  });
});
