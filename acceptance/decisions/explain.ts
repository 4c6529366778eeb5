import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Explanation } from '@slipway/api';
import { assertInvalid } from '../problem.ts';
import { createPublisher, type Publisher } from '../publisher.ts';
import { lazily, type World } from '../world.ts';

interface ExplainQuery {
  channel?: string;
  target: string;
  arch: string;
  currentVersion: string;
}

const explain = async (app: Publisher, params: ExplainQuery): Promise<Explanation> => {
  const query = new URLSearchParams({ ...params });
  const answer = await app.call('GET', `/explain?${query}`);
  assert.equal(answer.status, 200, answer.text);
  return answer.json<Explanation>();
};

/** Decisions: `explain` returns a client's offer and the reason, from the function behind the check. */
export const explainSection = (world: World): void => {
  const shared = lazily(async () => {
    const app = await createPublisher(world);
    await app.client.createChannel(app.slug, { name: 'beta' });
    await app.publish({ version: '1.0.0' }, [{}, { target: 'darwin-aarch64' }]);
    const withdrawn = await app.publish({ version: '2.0.0' });
    const pruned = await app.publish({ version: '3.0.0' }, [{}, { target: 'darwin-aarch64' }]);
    await app.publish({ version: '4.0.0' }, [{ target: 'windows-x86_64' }]);
    await app.publish({ version: '9.0.0', channel: 'beta' });
    await app.client.withdrawRelease(app.slug, withdrawn.release.id, { reason: 'bad' });
    await app.client.pruneArtifact(app.slug, pruned.release.id, 'darwin-aarch64');
    await app.draft({ version: '5.0.0' });
    return app;
  });
  const linux = { target: 'linux', arch: 'x86_64' };

  describe('Explain', () => {
    test('an update: the outcome, the release and the considered releases', async () => {
      const answer = await explain(await shared(), { ...linux, currentVersion: '1.0.0' });
      assert.deepEqual(Object.keys(answer), ['outcome', 'release', 'considered', 'answer']);
      assert.equal(answer.outcome, 'update');
      assert.equal(answer.release?.version, '3.0.0');
      assert.ok(answer.considered.length >= 2);
      for (const one of answer.considered) {
        assert.deepEqual(Object.keys(one), ['version', 'verdict', 'reason']);
        assert.ok(one.verdict.length > 0 && one.reason.length > 0);
      }
      const versions = answer.considered.map(({ version }) => version);
      assert.ok(versions.includes('4.0.0'), 'the newer one that has no such target');
      assert.ok(versions.includes('3.0.0'));
    });

    test('none: no release, and the reason for each', async () => {
      const answer = await explain(await shared(), { ...linux, currentVersion: '3.0.0' });
      assert.deepEqual([answer.outcome, answer.release], ['none', null]);
      assert.ok(answer.considered.some(({ version }) => version === '3.0.0'));
    });

    test('a withdrawn release has actor, time and reason; public responses contain none of these', async () => {
      const app = await shared();
      const { releases } = await app.client.listReleases(app.slug, { state: 'withdrawn' });
      const [withdrawn] = releases;
      const mac = { target: 'darwin', arch: 'aarch64', currentVersion: '0.1' };
      const by = withdrawn?.withdrawnBy ?? '';
      assert.notEqual(by, '');
      for (const more of [{}, { feed: 'electron' }]) {
        const { considered } = await explain(app, { ...mac, ...more });
        const one = considered.find(({ verdict }) => verdict === 'withdrawn');
        assert.deepEqual(one?.withdrawn, { by, at: withdrawn?.withdrawnAt, reason: 'bad' });
        assert.equal(one?.version, '2.0.0');
        assert.match(one?.reason ?? '', /^Withdrawn by .+ on [-\d]{10} [:\d]{5} UTC: bad$/);
        assert.ok(
          considered.every(({ verdict, withdrawn: withdrawal }) => verdict === 'withdrawn' || !withdrawal),
        );
      }
      const publicResponses = [
        await app.check('stable/darwin/aarch64/0.1'),
        await app.history(),
        await app.latest(),
      ];
      for (const { text } of publicResponses)
        assert.ok(!text.includes('withdrawn') && !text.includes('"bad"'));
    });

    test('the channel is stable by default', async () => {
      const app = await shared();
      const params = { ...linux, currentVersion: '1.0.0' };
      assert.deepEqual(await explain(app, params), await explain(app, { ...params, channel: 'stable' }));
      assert.equal((await explain(app, { ...params, channel: 'beta' })).release?.version, '9.0.0');
    });

    test('the same outcome as the check, for many combinations of clients', async () => {
      const app = await shared();
      for (const channel of ['stable', 'beta', 'nowhere']) {
        for (const [target, arch] of [
          ['linux', 'x86_64'],
          ['linux-x86_64', 'x86_64'],
          ['darwin', 'aarch64'],
          ['windows', 'x86_64'],
          ['windows', 'aarch64'],
        ] as const) {
          for (const currentVersion of ['0.1', '1.0.0', '3.0.0', '4.0.0', 'dev']) {
            const check = await app.check(`${channel}/${target}/${arch}/${currentVersion}`);
            const explanation = await explain(app, { channel, target, arch, currentVersion });
            const what = `${channel} ${target} ${arch} ${currentVersion}`;
            assert.equal(explanation.outcome, check.status === 200 ? 'update' : 'none', what);
            assert.equal(
              explanation.release?.version,
              check.status === 200 ? check.json().version : undefined,
              what,
            );
          }
        }
      }
    });

    test('target, arch and currentVersion are required', async () => {
      const app = await shared();
      assertInvalid(await app.call('GET', '/explain'), 'target', 'arch', 'currentVersion');
    });
  });
};
