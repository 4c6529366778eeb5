import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { Explanation, ListedRollout, Offer } from '@slipway/api';
import { isNewer, parseVersion } from '@slipway/core/version.ts';
import { createSigner } from '../../../lab/signer.ts';
import {
  type ApiRequestSpec,
  createPublisher,
  createTestApp,
  type Running,
  startService,
  type TestApp,
} from '../harness.ts';
import { createRandom, type Random } from './random.ts';

/* All endpoints of the running server agree: check, headers, `explain`, feed, rollouts, offers. The seed is fixed. */

const seed = 8_405_117;
const worlds = 8;
const versions = ['1.0.0', '1.1.0', '1.2.0', '1.3.0', '1.4.0', '1.5.0'] as const;
const target = 'linux-x86_64';
const [a, b] = [createSigner(Buffer.alloc(32, 1)), createSigner(Buffer.alloc(32, 2))];

describe(`the endpoints agree in random worlds, seed ${seed}`, () => {
  let service: Running;
  before(async () => {
    service = await startService();
  });
  after(() => service.stop());

  const call = async <T>(app: TestApp, path: string, question: ApiRequestSpec = {}): Promise<T> => {
    const reply = await service.api(`/v1/apps/${app.slug}${path}`, { key: app.key, ...question });
    assert.ok(reply.status < 300, `${path} ${reply.text()}`);
    return reply.json<T>();
  };

  /** Publishes a release; the first is for everyone, since a rollout needs a base. */
  const publish = async (app: TestApp, version: string, random: Random): Promise<void> => {
    const publisher = createPublisher(service, app);
    const bytes = Buffer.from(version);
    const signature = random.pick([a, b]).sign(bytes);
    const id = await publisher.draft({ version });
    await publisher.upload({ version }, { target, bytes, signature, format: '.AppImage' });
    const path = `/releases/${id}`;
    if (random.has(0.2))
      await call(app, path, { json: { milestone: { reason: 'It moves the data.' } }, method: 'PATCH' });
    const isFirst = version === versions[0];
    const percent = random.pick([0, 10, 50, 90]);
    const rolls = !isFirst && random.has(0.6);
    if (rolls) await call(app, `${path}/rollout`, { json: { steps: [{ percent }] }, method: 'PUT' });
    assert.equal((await publisher.publish(id)).status, 200);
    const action = random.pick(['', '', 'pause', 'brake', 'withdraw', 'complete'] as const);
    if (action === 'withdraw' && !isFirst) await call(app, `${path}/withdraw`, { json: { reason: 'bad' } });
    else if (!rolls) return;
    else if (action === 'pause') await call(app, `${path}/rollout/pause`, { json: { reason: 'Crashes.' } });
    else if (action === 'brake')
      await call(app, `${path}/health`, { json: { verdict: 'bad', reason: 'Crashes.' } });
    else if (action === 'complete') await call(app, `${path}/rollout/complete`, { json: {} });
  };

  const build = async (random: Random): Promise<TestApp> => {
    const app = await createTestApp(service, { adapter: 'rest' });
    await call(app, '/signing-keys', { json: { publicKey: a.publicKey.line } });
    await call(app, '/signing-keys', {
      json: { publicKey: b.publicKey.line, fromVersion: random.pick(versions) },
    });
    for (const version of versions)
      if (version === '1.0.0' || random.has(0.8)) await publish(app, version, random);
    const { rollouts } = await call<{ rollouts: ListedRollout[] }>(app, '/rollouts');
    // Resuming an older rollout: newer releases for everyone cover it, or it is a bridge.
    for (const { releaseId, state, releaseState } of rollouts)
      if (state === 'paused' && releaseState === 'published' && random.has(0.3))
        await call(app, `/releases/${releaseId}/rollout/resume`, { json: {} });
    return app;
  };

  const agree = async (app: TestApp, currentVersion: string, id: string | undefined): Promise<void> => {
    const headers = id === undefined ? {} : { 'slipway-client': id };
    const query = new URLSearchParams({
      ...{ target: 'linux', arch: 'x86_64', currentVersion },
      ...(id === undefined ? {} : { client: id }),
    });
    const check = await service.site(app.slug, `/releases/stable/linux/x86_64/${currentVersion}`, {
      headers,
    });
    const explanation = await call<Explanation>(app, `/explain?${query}`);
    const offered = check.status === 200 ? check.json<{ version: string }>().version : undefined;
    assert.equal(explanation.release?.version, offered, 'explain and check');
    assert.equal(explanation.outcome, offered === undefined ? 'none' : 'update');
    assert.deepEqual(
      [
        explanation.answer?.status,
        explanation.answer?.body ?? '',
        explanation.answer?.headers['cache-control'],
      ],
      [check.status, check.text(), check.headers['cache-control']],
      'the response that explain shows',
    );
    assert.equal(
      explanation.considered.find(({ verdict }) => verdict === 'offered')?.version,
      offered,
      'what was considered',
    );

    const { rollouts } = await call<{ rollouts: ListedRollout[] }>(app, '/rollouts');
    const named = rollouts.find(({ releaseId }) => releaseId === explanation.rollout?.releaseId);
    if (explanation.rollout !== undefined) {
      const { version, percent, state } = explanation.rollout;
      assert.deepEqual(
        { version, percent, state },
        { version: named?.version, percent: named?.percent, state: named?.state },
      );
      assert.ok(
        state === 'rolling' || named?.superseded === false,
        'who meets it is not told that it is over',
      );
      assert.ok(
        explanation.considered.some((one) => one.version === version),
        'it was considered',
      );
    }
    const isRolling = rollouts.some(
      ({ state, releaseState }) => state === 'rolling' && releaseState === 'published',
    );
    const isPublic = check.headers['cache-control']?.startsWith('public') === true;
    if (!isRolling || explanation.rollout === undefined) assert.ok(isPublic, 'caches may keep it');
    if (explanation.rollout?.state === 'rolling') assert.ok(!isPublic, 'who asks decides');

    const feed = await call<Explanation>(app, `/explain?${query}&feed=tauri`);
    const path = new URL(feed.url ?? '').pathname;
    const document = await service.site(app.slug, path, { headers });
    const feedVersion = document.status === 200 ? document.json<{ version: string }>().version : undefined;
    const isNews = feedVersion !== undefined && isNewer(parseVersion(feedVersion), currentVersion);
    assert.equal(feed.release?.version, isNews ? feedVersion : undefined, 'explain and the feed');
    if (!isRolling) assert.match(document.headers['cache-control'] ?? '', /^public/, 'the document');
  };

  test('for every client', async () => {
    let named = 0;
    for (let number = 0; number < worlds; number++) {
      const random = createRandom(seed + number);
      const app = await build(random);
      const { rollouts } = await call<{ rollouts: ListedRollout[] }>(app, '/rollouts');
      const { offers } = await call<{ offers: Offer[] }>(app, '/offers');
      for (const { rollout } of offers) {
        if (rollout === undefined) continue;
        const listed = rollouts.find(({ releaseId }) => releaseId === rollout.releaseId);
        assert.deepEqual(
          [listed?.state, listed?.version],
          ['rolling', rollout.version],
          'what is offered to some',
        );
      }
      for (const version of ['0.9.0', ...versions])
        for (const id of [undefined, `client-${number}`, `other-${number}`])
          await agree(app, version, id).catch((error: unknown) => {
            throw new Error(`world ${number}, version ${version}, client ${id}`, { cause: error });
          });
      named += rollouts.filter(({ state }) => state !== 'done').length;
    }
    assert.ok(named > worlds / 2, `${named} rollouts were not done`);
  });
});
