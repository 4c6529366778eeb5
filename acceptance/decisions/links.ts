import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { readFreshMetrics } from '../../lab/metric.ts';
import { assertInvalid, assertProblem } from '../problem.ts';
import { createPublisher, type Publisher } from '../publisher.ts';
import { lazily, unique, type World } from '../world.ts';

const windows = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:128.0) Gecko/20100101 Firefox/128.0';
const mac = 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 Version/17 Safari/605.1.15';

/** Decisions, part two: permanent links to the newest file, and the common target names. */
export const linksSection = (world: World): void => {
  const shared = lazily(async () => {
    const app = await createPublisher(world);
    await app.client.createChannel(app.slug, { name: 'beta' });
    const first = await app.publish({ version: '1.0.0' }, [{}, { target: 'windows-x86_64' }]);
    const second = await app.publish({ version: '2.0.0' }, [{}]);
    const beta = await app.publish({ version: '3.0.0', channel: 'beta' });
    return { app, first: first.release.id, second: second.release.id, beta: beta.release.id };
  });
  const link = (app: Publisher, target: string, headers: Record<string, string> = {}) =>
    world.send({ url: `${app.publicUrl}/releases/download/latest/${target}`, headers });

  describe('Permanent links', () => {
    test('302 to the newest file of the target, cached as other metadata', async () => {
      const { app, first, second, beta } = await shared();
      for (const [requested, id, target] of [
        ['linux-x86_64', second, 'linux-x86_64'],
        ['windows-x86_64', first, 'windows-x86_64'],
        ['linux-x86_64?channel=beta', beta, 'linux-x86_64'],
        ['linux-x64', second, 'linux-x86_64'],
        ['win32-x64', first, 'windows-x86_64'],
      ] as const) {
        const answer = await link(app, requested);
        assert.equal(answer.status, 302, answer.text);
        assert.equal(
          answer.headers.location,
          `${app.publicUrl}/releases/download/${id}/${target}`,
          requested,
        );
        assert.equal(answer.headers['cache-control'], 'public, max-age=60, s-maxage=300');
        assert.equal(answer.headers['access-control-allow-origin'], '*');
        assert.equal((await world.send({ url: String(answer.headers.location) })).status, 200);
      }
    });

    test('it follows the next release, and returns when that is withdrawn', async () => {
      const app = await createPublisher(world);
      const locationOf = async () => String((await link(app, 'linux-x86_64')).headers.location);
      const first = await app.publish({ version: '1.0.0' });
      assert.ok((await locationOf()).includes(first.release.id));
      const second = await app.publish({ version: '2.0.0' });
      assert.ok((await locationOf()).includes(second.release.id));
      await app.client.withdrawRelease(app.slug, second.release.id, { reason: 'bad' });
      assert.ok((await locationOf()).includes(first.release.id));
    });

    test('404 that lists the existing targets; 400 for a repeated channel', async () => {
      const { app } = await shared();
      const problem = assertProblem(await link(app, 'darwin-aarch64'), 404, 'not-found');
      assert.match(problem.detail, /linux-x86_64, windows-x86_64/);
      assertProblem(await link(app, 'linux-x86_64?channel=nowhere'), 404, 'not-found');
      assertProblem(await link(await createPublisher(world), 'auto'), 404, 'not-found');
      assertInvalid(await link(app, 'linux-x86_64?channel=a&channel=b'), 'channel');
      const nobody = `${world.deployed().publicUrl(unique('nobody'))}/releases/download/latest/linux-x86_64`;
      assertProblem(await world.send({ url: nobody }), 404, 'not-found');
    });

    test('auto: selects by user agent and client hints, not cacheable by shared caches', async () => {
      const { app, first } = await shared();
      const answer = await link(app, 'auto', { 'user-agent': windows });
      assert.equal(answer.status, 302);
      assert.equal(answer.headers.location, `${app.publicUrl}/releases/download/${first}/windows-x86_64`);
      assert.equal(answer.headers['cache-control'], 'private, no-cache');
      const hints = {
        'sec-ch-ua-platform': '"Windows"',
        'sec-ch-ua-arch': '"x86"',
        'sec-ch-ua-bitness': '"64"',
      };
      const hinted = await link(app, 'auto', { 'user-agent': mac, ...hints });
      assert.equal(hinted.headers.location, answer.headers.location);
    });

    test('auto: if the architecture is unknown, the universal file, else the download page', async () => {
      const { app } = await shared();
      for (const agent of [mac, 'curl/8.9.1']) {
        const answer = await link(app, 'auto', { 'user-agent': agent });
        assert.deepEqual([answer.status, answer.headers.location], [302, `${app.publicUrl}/`]);
        assert.equal(answer.headers['cache-control'], 'private, no-cache');
        const beta = await link(app, 'auto?channel=beta', { 'user-agent': agent });
        assert.deepEqual([beta.status, beta.headers.location], [302, `${app.publicUrl}/?channel=beta`]);
      }
      const other = await createPublisher(world);
      const { release } = await other.publish({ version: '1.0.0' }, [{ target: 'darwin-universal' }]);
      const answer = await link(other, 'auto', { 'user-agent': mac });
      assert.equal(
        answer.headers.location,
        `${other.publicUrl}/releases/download/${release.id}/darwin-universal`,
      );
    });

    test('if the download page is off, its 404 has the URLs of the files', async () => {
      const app = await createPublisher(world);
      await app.publish({ version: '1.0.0' }, [{}, { target: 'windows-x86_64' }]);
      await app.client.changeApp(app.slug, { page: false });
      const { detail } = assertProblem(await world.send({ url: `${app.publicUrl}/` }), 404, 'not-found');
      assert.ok(detail.includes(`${app.publicUrl}/releases/download/latest/`), detail);
      assert.match(detail, /linux-x86_64, windows-x86_64/);
    });
  });

  describe('The vocabulary of targets', () => {
    test('the check matches targets exactly; explain suggests the right name', async () => {
      const { app } = await shared();
      assert.equal((await app.check('stable/win32/x64/0.1')).status, 204);
      const query = 'channel=stable&target=win32&arch=x64&currentVersion=0.1';
      const answer = await app.call('GET', `/explain?${query}`);
      const { outcome, considered } = answer.json<{ outcome: string; considered: { reason: string }[] }>();
      assert.equal(outcome, 'none');
      assert.ok(
        considered.some(({ reason }) => reason.includes('Did you mean windows-x86_64?')),
        answer.text,
      );
    });

    test('a check with an alias of a target is counted as misnamed', async () => {
      const { app } = await shared();
      const count = async () => {
        // Each node counts for itself.
        let text = '';
        for (const port of world.deployed().nodes)
          text += await readFreshMetrics(
            async () => (await world.send({ url: `http://localhost:${port}/metrics` })).text,
          );
        const lines = text
          .split('\n')
          .filter((line) => /^slipway_checks_total\{.*outcome="misnamed"/.test(line));
        return lines.reduce((sum, line) => sum + Number(line.split(' ').at(-1)), 0);
      };
      await app.check('stable/win32/x64/0.1');
      assert.ok((await count()) > 0);
    });
  });
};
