import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { after, before, describe, test } from 'node:test';
import type { Effects, Explanation, Offer, Release, RolloutsResponse } from '@slipway/api';
import { problemCode } from '../../attacks/stage.ts';
import { createPublisher, createTestApp, type Running, startService } from '../../harness.ts';

/* Current offers, previews and rollouts through HTTP, compared with what clients really get. */

const [linux, mac] = ['linux-x86_64', 'darwin-aarch64'];

let service: Running;
before(async () => {
  service = await startService();
});
after(() => service.stop());

const setUp = async (fields: Record<string, unknown> = {}) => {
  const app = await createTestApp(service, fields);
  const publisher = createPublisher(service, app);
  const part = (target: string) => ({ target, bytes: randomBytes(100) });
  const path = `/v1/apps/${app.slug}`;
  const effectsOf = (id: string, query: string) =>
    service.api(`${path}/releases/${id}/effects?${query}`, { key: app.key });
  const preview = async (id: string, query: string) => {
    const reply = await effectsOf(id, query);
    assert.equal(reply.status, 200, reply.text());
    return reply.json<Effects>();
  };
  const changes = ({ effects }: Effects) =>
    effects.map((one) => [one.channel, one.target, one.now?.version ?? null, one.then?.version ?? null]);
  const offers = async () =>
    (await service.api(`${path}/offers`, { key: app.key })).json<{ offers: Offer[] }>().offers;
  const check = (target: string, version = '0.1.0') => {
    const [system = '', arch = ''] = target.split('-');
    return service.site(app.slug, `/releases/stable/${system}/${arch}/${version}`);
  };
  const post = async (what: string, json?: unknown) => {
    const reply = await service.api(`${path}${what}`, { key: app.key, method: 'POST', json });
    assert.ok(reply.status < 300, reply.text());
    return reply;
  };
  return { ...app, path, publisher, part, effectsOf, preview, changes, offers, check, post };
};

describe('current offers', () => {
  test('are listed by channel and target, with targets that lag behind', async () => {
    const { publisher, part, offers, path, key } = await setUp();
    assert.deepEqual(await offers(), []);
    await service.api(`${path}/channels`, { key, json: { name: 'beta' } });
    const first = await publisher.release({ version: '1.4.2' }, [part(linux), part(mac)]);
    const second = await publisher.release({ version: '1.5.0' }, [part(mac)]);
    const rows = (await offers()).map(({ publishedAt, ...row }) => {
      assert.match(publishedAt, /^\d{4}-.*Z$/);
      return row;
    });
    assert.deepEqual(rows, [
      { channel: 'stable', target: mac, version: '1.5.0', releaseId: second, newest: true },
      { channel: 'stable', target: linux, version: '1.4.2', releaseId: first, newest: false },
    ]);
    await service.api(`${path}/channels/beta`, { key, method: 'PATCH', json: { alsoOffers: 'stable' } });
    const beta = (await offers()).filter(({ channel }) => channel === 'beta');
    assert.deepEqual(
      beta.map(({ target, version, newest }) => [target, version, newest]),
      [
        [mac, '1.5.0', true],
        [linux, '1.4.2', false],
      ],
    );
    assert.ok(
      beta.every(({ releaseChannel }) => releaseChannel === 'stable'),
      'whose release it is',
    );
    assert.ok((await offers()).every((one) => one.channel === 'beta' || !('releaseChannel' in one)));
  });
});

describe('offers during a rollout', () => {
  test('list the rollout beside the release for everyone, until it is paused', async () => {
    const { publisher, part, offers, path, key, post } = await setUp();
    const first = await publisher.release({ version: '1.4.2' }, [part(linux), part(mac)]);
    const next = await publisher.draft({ version: '1.5.0' });
    await publisher.upload({ version: '1.5.0' }, part(mac));
    const plan = { steps: [{ percent: 10 }, { percent: 100 }] };
    await service.api(`${path}/releases/${next}/rollout`, { key, method: 'PUT', json: plan });
    await post(`/releases/${next}/publish`);
    const rows = async () => (await offers()).map((one) => [one.target, one.releaseId, one.rollout]);
    const { publishedAt } = (await offers())[0]?.rollout ?? {};
    assert.match(publishedAt ?? '', /^\d{4}-.*Z$/);
    const rollout = { version: '1.5.0', releaseId: next, publishedAt, percent: 10 };
    assert.deepEqual(await rows(), [
      [mac, first, rollout],
      [linux, first, undefined],
    ]);
    await post(`/releases/${next}/rollout/pause`, { reason: 'It crashes.' });
    assert.ok((await rows()).every(([, , one]) => one === undefined));
  });
});

describe('previewed effects', () => {
  test('of withdraw, restore, prune and publish match what clients get afterward', async () => {
    const { publisher, part, preview, changes, check, post } = await setUp();
    await publisher.release({ version: '1.4.2' }, [part(linux), part(mac)]);
    const id = await publisher.release({ version: '1.5.0' }, [part(linux), part(mac)]);
    const versionAt = async (target: string) => {
      const reply = await check(target);
      return reply.status === 204 ? null : reply.json<{ version: string }>().version;
    };

    const withdrawal = await preview(id, 'verb=withdraw');
    assert.deepEqual(changes(withdrawal), [
      ['stable', mac, '1.5.0', '1.4.2'],
      ['stable', linux, '1.5.0', '1.4.2'],
    ]);
    assert.deepEqual(withdrawal.reach, { downloads: 0, downloads24h: 0, checkShare: null });
    assert.deepEqual([withdrawal.cachedForSeconds, withdrawal.warnings], [360, []]);
    assert.equal(await versionAt(linux), '1.5.0', 'nothing was done');
    await post(`/releases/${id}/withdraw`, { reason: 'crashes at start' });
    assert.equal(await versionAt(linux), '1.4.2');

    assert.deepEqual(changes(await preview(id, 'verb=restore&target=darwin-aarch64')), [
      ['stable', mac, '1.4.2', '1.5.0'],
    ]);
    await post(`/releases/${id}/restore`);
    assert.equal(await versionAt(mac), '1.5.0');

    assert.deepEqual(changes(await preview(id, `verb=prune&target=${linux}`)), [
      ['stable', linux, '1.5.0', '1.4.2'],
    ]);
    await post(`/releases/${id}/artifacts/${linux}/prune`);
    assert.deepEqual([await versionAt(linux), await versionAt(mac)], ['1.4.2', '1.5.0']);

    const draft = await publisher.draft({ version: '1.6.0' });
    await publisher.upload({ version: '1.6.0' }, part(linux));
    const publication = await preview(draft, 'verb=publish');
    assert.deepEqual(changes(publication), [['stable', linux, '1.4.2', '1.6.0']]);
    assert.deepEqual(
      publication.warnings.map(({ code }) => code),
      ['target-dropped'],
    );
    await publisher.publish(draft);
    assert.equal(await versionAt(linux), '1.6.0');
  });

  test('withdrawing the only release leaves no offer, and previews of a rollout warn about it', async () => {
    const { publisher, part, preview, changes, path, key } = await setUp({ adapter: 'rest' });
    const only = await publisher.release({ version: '1.0.0' }, [part(linux)]);
    assert.deepEqual(changes(await preview(only, 'verb=withdraw')), [['stable', linux, '1.0.0', null]]);
    const draft = await publisher.draft({ version: '2.0.0' });
    await publisher.upload({ version: '2.0.0' }, part(linux));
    const plan = { steps: [{ percent: 5 }, { percent: 100, afterHours: 24 }] };
    await service.api(`${path}/releases/${draft}/rollout`, { key, method: 'PUT', json: plan });
    const publication = await preview(draft, 'verb=publish');
    assert.deepEqual(changes(publication), [['stable', linux, '1.0.0', '2.0.0']]);
    assert.equal(publication.warnings.at(-1)?.code, 'rollout-partial');
    await publisher.publish(draft);
    const withdrawal = await preview(draft, 'verb=withdraw');
    assert.deepEqual(changes(withdrawal), [['stable', linux, '2.0.0', '1.0.0']]);
    assert.equal(withdrawal.cachedForSeconds, 0, 'answers are private while it is rolling');
    const listed = async () =>
      (await service.api(`${path}/rollouts`, { key })).json<RolloutsResponse>().rollouts[0]?.releaseState;
    const over = await publisher.draft({ version: '3.0.0' });
    await publisher.upload({ version: '3.0.0' }, part(linux));
    const detail = 'Publishing 3.0.0 stops the rollout of 2.0.0 at 5%.';
    assert.deepEqual((await preview(over, 'verb=publish')).warnings, [
      { code: 'rollout-superseded', detail },
    ]);
    await service.api(`${path}/releases/${draft}/rollout/pause`, { key, json: { reason: 'It crashes.' } });
    const [paused] = (await preview(draft, 'verb=withdraw')).warnings;
    assert.equal(paused?.detail, 'The rollout of 2.0.0 is paused, so no client gets it.');
    assert.deepEqual((await preview(over, 'verb=publish')).warnings, [], 'what is paused is not stopped');
    await service.api(`${path}/releases/${draft}/withdraw`, { key, json: { reason: 'bad' } });
    assert.equal(await listed(), 'withdrawn');
    const restoring = await preview(draft, 'verb=restore');
    assert.deepEqual(changes(restoring), [['stable', linux, '1.0.0', '1.0.0']]);
    assert.equal(restoring.warnings.map((one) => one.code).join(), 'rollout-paused');
  });

  test('include downloads and the share of checks', async () => {
    const { publisher, part, preview, check, slug } = await setUp();
    const id = await publisher.release({ version: '1.0.0' }, [part(linux)]);
    for (let i = 0; i < 3; i++)
      assert.equal((await service.site(slug, `/releases/download/${id}/${linux}`)).status, 200);
    for (const version of ['1.0.0', '1.0.0', '0.9.0', '0.8.0']) await check(linux, version);
    const { reach } = await preview(id, 'verb=prune');
    assert.deepEqual(reach, { downloads: 3, downloads24h: 3, checkShare: 0.5 });
  });

  test('are refused if the action would be refused or is unknown', async () => {
    const { publisher, part, effectsOf, post } = await setUp();
    const id = await publisher.release({ version: '1.0.0' }, [part(linux)]);
    const draft = await publisher.draft({ version: '2.0.0' });
    const codeOf = async (of: string, query: string, status: number) =>
      problemCode(await effectsOf(of, query), status);
    assert.equal(await codeOf(draft, 'verb=withdraw', 409), 'not-published');
    assert.equal(await codeOf(draft, 'verb=prune', 409), 'not-published');
    assert.equal(await codeOf(id, 'verb=restore', 409), 'not-published');
    assert.equal(await codeOf(id, 'verb=publish', 409), 'not-a-draft');
    await post(`/releases/${id}/withdraw`, { reason: 'bad' });
    assert.equal(await codeOf(id, 'verb=publish', 409), 'release-withdrawn');
    assert.equal(await codeOf(id, 'verb=withdraw', 409), 'not-published');
    assert.equal(await codeOf(id, 'verb=prune&target=nowhere', 404), 'not-found');
    assert.equal(await codeOf('rel_none', 'verb=withdraw', 404), 'not-found');
    for (const query of ['', 'verb=', 'verb=delete'])
      assert.equal(await codeOf(id, query, 400), 'invalid-fields');
  });
});

describe('responses', () => {
  for (const fields of [
    { adapter: 'tauri', extras: true },
    { adapter: 'rest', checkCaching: 'private' },
    { adapter: 'rest', notes: 'é'.repeat(9_000) },
  ])
    test(`explain shows the exact response: ${JSON.stringify(fields).slice(0, 60)}`, async () => {
      const { adapter, notes = 'Grüße 🚢', ...settings } = fields;
      const { publisher, part, check, path, key } = await setUp({ adapter });
      if (Object.keys(settings).length > 0) await service.api(path, { key, method: 'PATCH', json: settings });
      await publisher.release({ version: '1.5.0', notes }, [part(linux)]);
      for (const version of ['1.0.0', '1.5.0', 'nightly', '9']) {
        const query = `target=linux&arch=x86_64&currentVersion=${version}`;
        const reply = await service.api(`${path}/explain?${query}`, { key });
        const { answer, outcome } = reply.json<Explanation>();
        const real = await check(linux, version);
        assert.equal(answer?.status, real.status);
        assert.equal(answer?.status, outcome === 'update' ? 200 : 204);
        assert.equal(answer?.body ?? '', real.text());
        const { date, connection, 'keep-alive': _, ...sent } = real.headers;
        assert.ok(date && connection);
        assert.deepEqual(answer?.headers, sent);
      }
    });

  test('a release says who published and who withdrew it', async () => {
    const { publisher, part, path, post, key } = await setUp();
    const id = await publisher.release({ version: '1.0.0' }, [part(linux)]);
    const read = async () =>
      (await service.api(`${path}/releases/${id}`, { key })).json<{ release: Release }>().release;
    const { publishedBy, ...published } = await read();
    assert.equal(publishedBy, 'test', 'the name of its key');
    assert.ok(!('withdrawnBy' in published) && !('withdrawReason' in published));
    await service.api(`${path}/releases/${id}/withdraw`, { json: { reason: 'crashes' } });
    assert.partialDeepStrictEqual(await read(), { withdrawnBy: 'admin', withdrawReason: 'crashes' });
    await post(`/releases/${id}/restore`);
    assert.deepEqual(await read(), { publishedBy, ...published });
    const draft = await publisher.draft({ version: '2.0.0' });
    const { release } = (await service.api(`${path}/releases/${draft}`)).json<{ release: Release }>();
    assert.ok(!('publishedBy' in release));
  });
});
