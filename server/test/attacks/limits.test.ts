import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { describe, test } from 'node:test';
import type { HttpReply } from '../../../lab/request.ts';
import { bounds } from '../../src/domain/model/bounds.ts';
import { createTestApp, sha256Of } from '../harness.ts';
import { problemCode, useStage } from './stage.ts';

/* Limits per app and release, with concurrent requests. */

describe('limits', () => {
  const stage = useStage();

  /** Sends a few requests over the limit at once and returns their outcomes. */
  const ask = async (limit: number, create: (index: number) => Promise<HttpReply>) => {
    const replies = await Promise.all(Array.from({ length: limit + 5 }, (_, index) => create(index)));
    const refused = replies.filter(({ status }) => status !== 201);
    for (const reply of refused) assert.equal(problemCode(reply, 409), 'limit-reached');
    return {
      created: replies.length - refused.length,
      detail: refused[0]?.json<{ detail: string }>().detail,
    };
  };

  const post = (path: string, json: unknown): Promise<HttpReply> => stage().service.api(path, { json });

  test('an app has 64 channels and no more', async () => {
    const { slug } = await createTestApp(stage().service);
    const { created, detail } = await ask(bounds.channelsOfApp, (index) =>
      post(`/v1/apps/${slug}/channels`, { name: `channel-${index}` }),
    );
    assert.equal(created, 63, 'and `stable`');
    assert.equal(detail, 'Limit: 64 channels per app. Use an existing channel.');
    assert.equal(
      problemCode(await post(`/v1/apps/${slug}/channels`, { name: 'stable' }), 409),
      'channel-taken',
    );
  });

  test('an app has 200 live keys; revoking one makes room, and so does one that expired', async () => {
    const { slug } = await createTestApp(stage().service);
    const { created } = await ask(bounds.liveKeysOfApp, () => post(`/v1/apps/${slug}/keys`, { name: 'k' }));
    assert.equal(created, 199, 'and the one that the app began with');
    const { keys } = (await stage().service.api(`/v1/apps/${slug}/keys`)).json<{ keys: { id: string }[] }>();
    assert.equal(keys.length, 200);
    await stage().service.api(`/v1/apps/${slug}/keys/${keys[0]?.id}`, { method: 'DELETE' });
    assert.equal((await post(`/v1/apps/${slug}/keys`, { name: 'k' })).status, 201);
    assert.equal(problemCode(await post(`/v1/apps/${slug}/keys`, { name: 'k' }), 409), 'limit-reached');
  });

  test('usage is read for 92 days a call, or summed up for 400', async () => {
    const { service, app } = stage();
    const read = (query: string) => service.api(`/v1/apps/${app.slug}/usage?${query}`);
    assert.equal((await read('from=2026-01-01&to=2026-04-02')).status, 200);
    assert.equal((await read('by=day&from=2025-01-01&to=2026-02-04')).status, 200);
    for (const query of [
      'from=2026-01-01&to=2026-04-03',
      'by=target&from=2025-01-01&to=2026-02-05',
      'from=2022-01-01',
    ]) {
      const reply = await read(query);
      assert.equal(problemCode(reply, 400), 'invalid-fields');
      assert.match(reply.text(), /At most 92 days per request, or 400 with by=day, by=release or by=target/);
    }
    assert.equal(problemCode(await read('by=week'), 400), 'invalid-fields');
  });

  test('an app has 64 domains', async () => {
    const { slug } = await createTestApp(stage().service);
    const { created } = await ask(bounds.domainsOfApp, (index) =>
      post(`/v1/apps/${slug}/domains`, { domain: `d${index}.${slug}.example.com` }),
    );
    assert.equal(created, 64);
  });

  test('a release has 200 artifacts; declaring one of them again is no further one', async () => {
    const { slug } = await createTestApp(stage().service);
    await post(`/v1/apps/${slug}/releases`, { version: '1.0.0' });
    const declare = (target: string) =>
      post(`/v1/apps/${slug}/artifacts/presign`, {
        version: '1.0.0',
        target,
        format: '.bin',
        size: 1,
        sha256: sha256Of(randomBytes(8)),
      });
    const { created } = await ask(bounds.artifactsOfRelease, (index) => declare(`t-${index}`));
    assert.equal(created, 200);
    assert.equal((await declare('t-0')).status, 201);
  });

  test('an app has 1,000 drafts; deleting one makes room', async () => {
    const { slug } = await createTestApp(stage().service);
    const draft = (index: number) => post(`/v1/apps/${slug}/releases`, { version: `1.${index}.0` });
    const { created } = await ask(bounds.draftsOfApp, draft);
    assert.equal(created, 1000);
    assert.equal(
      problemCode(await post(`/v1/apps/${slug}/releases`, { version: '1.1.0' }), 409),
      'version-taken',
    );
    const { releases } = (await stage().service.api(`/v1/apps/${slug}/releases?limit=1`)).json<{
      releases: { id: string }[];
    }>();
    await stage().service.api(`/v1/apps/${slug}/releases/${releases[0]?.id}`, { method: 'DELETE' });
    assert.equal((await draft(2000)).status, 201);
  });
});
