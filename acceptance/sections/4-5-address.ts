import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { assertProblem } from '../problem.ts';
import { createPublisher } from '../publisher.ts';
import { lazily, type World } from '../world.ts';

const notes = 'First line\nSecond "line", ünï çødé 🚢 </script>';
const release = { version: '1.4.0', notes, pubDate: '2026-01-02T03:04:05.678+00:00' };

/** Spec 4.5: the address of the update check, and additional client details. */
export const checkAddressSection = (world: World): void => {
  const shared = lazily(async () => {
    const app = await createPublisher(world);
    return { ...app, published: await app.publish(release) };
  });

  describe('4.5 Update check, its address', () => {
    test('every path parameter is required', async () => {
      const app = await shared();
      for (const path of ['stable/linux/x86_64', 'stable/linux/x86_64/', 'stable//x86_64/1.0.0', 'stable']) {
        assertProblem(await app.check(path), 404, 'not-found');
      }
    });

    test('the target is {target}-{arch}', async () => {
      const app = await shared();
      assert.equal((await app.check('stable/linux/x86_64/1.0.0')).status, 200);
      assert.equal((await app.check('stable/linux/aarch64/1.0.0')).status, 204);
      assert.equal((await app.check('stable/darwin/x86_64/1.0.0')).status, 204);
      assert.equal((await app.check('stable/Linux/x86_64/1.0.0')).status, 204);
    });

    test('a target that already ends with -{arch} is used as it is', async () => {
      const app = await shared();
      assert.equal((await app.check('stable/linux-x86_64/x86_64/1.0.0')).status, 200);
      assert.equal((await app.check('stable/linux-x86_64/aarch64/1.0.0')).status, 204);
      const odd = await createPublisher(world);
      await odd.publish({ version: '2.0.0' }, [{ target: 'linux-x86_64-x86_64' }]);
      assert.equal((await odd.check('stable/linux-x86_64/x86_64/1.0.0')).status, 204);
      assert.equal((await odd.check('stable/linux-x86_64-x86_64/x86_64/1.0.0')).status, 200);
      assert.equal((await odd.check('stable/linuxx86_64/x86_64/1.0.0')).status, 204);
    });

    test('an installed version may contain a plus, raw or encoded, and any other path character', async () => {
      const app = await shared();
      for (const current of ['1.3.0+build.7', '1.3.0%2Bbuild.7', '1.3.0%20beta', '%F0%9F%9A%A2', '~']) {
        assert.equal((await app.check(`stable/linux/x86_64/${current}`)).status, 200, current);
      }
      for (const current of ['1.4.0+build.7', '1.4.0%2Bbuild.7', '1%2E4%2E0']) {
        assert.equal((await app.check(`stable/linux/x86_64/${current}`)).status, 204, current);
      }
    });

    test('a cache-busting query changes nothing', async () => {
      const app = await shared();
      const plain = await app.check('stable/linux/x86_64/1.0.0');
      assert.equal((await app.check('stable/linux/x86_64/1.0.0?noCache=1&x=%ff')).text, plain.text);
    });

    test('other request headers do not change the response', async () => {
      const app = await shared();
      const plain = await app.check('stable/linux/x86_64/1.0.0');
      for (const headers of [
        { accept: 'text/html' },
        { 'accept-language': 'de' },
        { origin: 'https://elsewhere.example' },
        { 'x-forwarded-prefix': '/evil' },
        { cookie: 'a=b' },
        { 'user-agent': 'tauri-updater' },
        { authorization: 'Bearer nonsense' },
      ]) {
        const answer = await app.check('stable/linux/x86_64/1.0.0', headers);
        assert.equal(answer.status, 200);
        assert.equal(answer.text, plain.text);
        assert.equal(answer.headers.etag, plain.headers.etag);
      }
    });
  });
};
