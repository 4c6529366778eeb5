import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { assertProblem } from '../problem.ts';
import { createPublisher } from '../publisher.ts';
import { lazily, unique, type World } from '../world.ts';

const notes = 'First line\nSecond "line", ünï çødé 🚢 </script>';
const release = { version: '1.4.0', notes, pubDate: '2026-01-02T03:04:05.678+00:00' };
const writtenNotes = 'First line\\nSecond \\"line\\", ünï çødé 🚢 </script>';

/** Spec 4.5: the update check, row by row, byte by byte. */
export const checkSection = (world: World): void => {
  const shared = lazily(async () => {
    const app = await createPublisher(world);
    return { ...app, published: await app.publish(release) };
  });

  describe('4.5 Update check', () => {
    test('200: the latest published release is newer', async () => {
      const app = await shared();
      const answer = await app.check('stable/linux/x86_64/1.3.9');
      assert.equal(answer.status, 200);
      assert.match(String(answer.headers['content-type']), /^application\/json\b/);
      assert.equal(answer.headers['content-length'], String(answer.body.length));
      assert.equal(answer.headers['content-encoding'], undefined);
    });

    test('the desktop-updater body, exactly', async () => {
      const app = await createPublisher(world, { adapter: 'tauri' });
      const published = await app.publish(release, [{ signature: 'c2lnbmF0dXJl' }]);
      const url = `${app.publicUrl}/releases/download/${published.release.id}/linux-x86_64`;
      assert.equal(
        (await app.check('stable/linux/x86_64/1.3.9')).text,
        `{"version":"1.4.0","notes":"${writtenNotes}","pub_date":"2026-01-02T03:04:05.678Z","url":"${url}","signature":"c2lnbmF0dXJl"}`,
      );
    });

    test('the desktop-updater body without a signature, exactly', async () => {
      const app = await createPublisher(world, { adapter: 'tauri' });
      const published = await app.publish({ ...release, notes: '' });
      const url = `${app.publicUrl}/releases/download/${published.release.id}/linux-x86_64`;
      assert.equal(
        (await app.check('stable/linux/x86_64/1.3.9')).text,
        `{"version":"1.4.0","notes":"","pub_date":"2026-01-02T03:04:05.678Z","url":"${url}","signature":null}`,
      );
    });

    test('the generic REST body, exactly', async () => {
      const app = await createPublisher(world, { adapter: 'rest' });
      const published = await app.publish(release, [{ signature: 'any text' }]);
      const url = `${app.publicUrl}/releases/download/${published.release.id}/linux-x86_64`;
      const hash = published.artifacts[0]?.artifact.sha256;
      assert.equal(
        (await app.check('stable/linux/x86_64/1.3.9')).text,
        `{"version":"1.4.0","notes":"${writtenNotes}","pub_date":"2026-01-02T03:04:05.678Z","url":"${url}","size":"64","sha256":"${hash}","signature":"any text"}`,
      );
    });

    test('the generic REST body without a signature, exactly', async () => {
      const { check, published, publicUrl } = await shared();
      const url = `${publicUrl}/releases/download/${published.release.id}/linux-x86_64`;
      const hash = published.artifacts[0]?.artifact.sha256;
      assert.equal(
        (await check('stable/linux/x86_64/1.3.9')).text,
        `{"version":"1.4.0","notes":"${writtenNotes}","pub_date":"2026-01-02T03:04:05.678Z","url":"${url}","size":"64","sha256":"${hash}","signature":null}`,
      );
    });

    test('204 without a body: no published release exists', async () => {
      const app = await createPublisher(world);
      const draft = await app.draft({ version: '9.0.0' });
      await app.uploaded(await app.declare(draft));
      const answer = await app.check('stable/linux/x86_64/1.0.0');
      assert.equal(answer.status, 204);
      assert.equal(answer.body.length, 0);
    });

    for (const [what, current] of [
      ['equal to', '1.4.0'],
      ['newer than', '1.4.1'],
      ['much newer than', '99'],
    ]) {
      test(`204 without a body: the client is ${what} the latest`, async () => {
        const answer = await (await shared()).check(`stable/linux/x86_64/${current}`);
        assert.equal(answer.status, 204);
        assert.equal(answer.body.length, 0);
      });
    }

    test('204: a channel that has nothing, or does not exist', async () => {
      const app = await shared();
      assert.equal((await app.check('beta/linux/x86_64/1.0.0')).status, 204);
    });

    test('404: the public app cannot be resolved', async () => {
      const url = `${world.deployed().publicUrl(unique('nobody'))}/releases/stable/linux/x86_64/1.0.0`;
      assertProblem(await world.send({ url }), 404, 'not-found');
    });

    test('404: the custom domain cannot be resolved', async () => {
      const url = `${world.deployed().baseUrl}/releases/stable/linux/x86_64/1.0.0`;
      const headers = { host: `${unique('nobody')}.example.com` };
      assertProblem(await world.send({ url, headers }), 404, 'not-found');
    });

    test('501: the stored adapter is not registered, before 204', async () => {
      const app = await createPublisher(world);
      await world.deployed().storeAdapter(app.slug, 'sparkle');
      // A change that every node learns of, together with the stored app.
      await app.client.changeApp(app.slug, { name: 'Of another time' });
      assertProblem(await app.check('stable/linux/x86_64/1.0.0'), 501, 'adapter-not-registered');
      await app.client.changeApp(app.slug, { adapter: 'rest' });
      assert.equal((await app.check('stable/linux/x86_64/1.0.0')).status, 204);
    });
  });
};
