import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { after, before, describe, test } from 'node:test';
import { startEmbedded } from './deployments.ts';
import { dial, hangUp } from './dial.ts';
import { assertProblem, assertWellFormedProblem } from './problem.ts';
import { createPublisher } from './publisher.ts';
import { createWorld, type Deployment } from './world.ts';

/* Bodies that do not say how long they are, at a service of their own: one that fell would take other tests along. */

const size = 256;

describe('4.3 Upload bytes in chunks, the embedded storage', () => {
  let deployment: Deployment;
  const world = createWorld(() => deployment);
  before(async () => {
    deployment = await startEmbedded();
  });
  after(async () => {
    await deployment.stop();
    hangUp();
  });

  const putChunked = async (bytes: Buffer) => {
    const app = await createPublisher(world);
    const draft = await app.draft();
    const declared = await app.declare(draft, { bytes: randomBytes(size) });
    const sent = dial({
      url: declared.uploadUrl,
      method: 'PUT',
      headers: { ...declared.headers, 'transfer-encoding': 'chunked' },
      body: bytes,
    });
    return { app, draft, sent };
  };

  for (const [what, length] of [
    ['one byte less', size - 1],
    ['one byte more', size + 1],
  ] as const) {
    test(`${what} than the declared size: refused with a reason, and the service goes on`, async () => {
      const { app, draft, sent } = await putChunked(randomBytes(length));
      const answer = await sent;
      assert.ok(answer.status >= 400 && answer.status < 500, `refused with ${answer.status}`);
      assertWellFormedProblem(answer);
      assertProblem(await app.call('POST', `/releases/${draft.id}/publish`), 409, 'uploads-incomplete');
    });
  }

  test('without end: cut off, whether or not the client still hears why, and the service goes on', async () => {
    const { app, draft, sent } = await putChunked(randomBytes(2 ** 22));
    const status = await sent.then(
      (answer) => answer.status,
      () => undefined,
    );
    assert.ok(status === undefined || (status >= 400 && status < 500), `answered ${status}`);
    assertProblem(await app.call('POST', `/releases/${draft.id}/publish`), 409, 'uploads-incomplete');
  });
});
