import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { assertInvalid, assertProblem } from '../problem.ts';
import { createPublisher } from '../publisher.ts';
import type { World } from '../world.ts';

/** Current offers, previews and rollouts, from the function behind the check. */
export const offersSection = (world: World): void => {
  describe('Offers and effects', () => {
    test('the preview of a withdrawal matches its effect on every node', async () => {
      const app = await createPublisher(world);
      const { release: first } = await app.publish({ version: '1.4.2' });
      const { release: second } = await app.publish({ version: '1.5.0' });
      const offered = async () => (await app.client.listOffers(app.slug)).offers.map((one) => one.version);
      assert.deepEqual(await offered(), ['1.5.0']);
      const { effects, cachedForSeconds } = await app.client.previewEffects(app.slug, second.id, {
        verb: 'withdraw',
      });
      const target = 'linux-x86_64';
      assert.deepEqual(effects, [
        {
          ...{ channel: 'stable', target, now: { version: '1.5.0', releaseId: second.id } },
          // biome-ignore lint/suspicious/noThenProperty: what comes afterwards is called so in the contract, and is no function.
          then: { version: '1.4.2', releaseId: first.id },
        },
      ]);
      assert.equal(cachedForSeconds, 360);
      await app.client.withdrawRelease(app.slug, second.id, { reason: 'crashes' });
      assert.deepEqual(await offered(), ['1.4.2']);
      const { release } = await app.client.getRelease(app.slug, second.id);
      assert.equal(release.withdrawReason, 'crashes');
      assert.equal(release.withdrawnBy, release.publishedBy);
      const path = `/releases/${second.id}/effects`;
      assertProblem(await app.call('GET', `${path}?verb=withdraw`), 409, 'not-published');
      assertProblem(await app.call('GET', `${path}?verb=publish`), 409, 'release-withdrawn');
      assertInvalid(await app.call('GET', `${path}?verb=delete`), 'verb');
    });

    test('explain returns the exact response of the check', async () => {
      const app = await createPublisher(world);
      await app.publish({ version: '1.5.0', notes: 'Grüße 🚢' });
      const query = { target: 'linux', arch: 'x86_64', currentVersion: '1.0.0' };
      const { answer } = await app.client.explain(app.slug, query);
      const url = `${app.publicUrl}/releases/stable/linux/x86_64/1.0.0`;
      const real = await world.send({ url });
      assert.deepEqual([answer?.status, answer?.body], [real.status, real.text]);
      for (const [name, value] of Object.entries(answer?.headers ?? {}))
        assert.equal(real.headers[name], value, name);
    });
  });
};
