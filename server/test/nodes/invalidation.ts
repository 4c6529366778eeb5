import assert from 'node:assert/strict';
import { it } from 'node:test';
import { waitUntil } from '../../../lab/wait-until.ts';
import { createTestKey, uniqueSlug } from '../harness.ts';
import { createNews } from './news.ts';
import {
  checkPath,
  downloadPath,
  type HttpReply,
  hostOf,
  latestPath,
  type TwoNodes,
  target,
} from './stage.ts';

/** Change propagation between nodes. The delay is reported without a limit, since it depends on the machine. */
export const newsTests = (nodes: () => TwoNodes): void => {
  const { here, there, change, post, stageApp, checked, measure } = createNews(nodes);

  it('show a publish on the other', async (t) => {
    const { slug, draft, upload, publish, bytes } = await stageApp();
    await measure(t, async (round) => {
      const fields = { version: `2.0.${round}` };
      const id = await draft(fields);
      await upload(fields, { target, bytes });
      return {
        make: () => publish(id),
        shows: async () => (await checked(slug))?.version === fields.version,
      };
    });
  });

  it('show a withdrawal and a restoration', async (t) => {
    const { slug, at, id } = await stageApp();
    await measure(t, async (round) => ({
      make: () =>
        round % 2 === 0
          ? post(`${at}/releases/${id}/withdraw`, { reason: 'broken' })
          : post(`${at}/releases/${id}/restore`),
      shows: async () => ((await checked(slug)) === undefined) === (round % 2 === 0),
    }));
  });

  it('show a prune: no offer, and no more bytes', async (t) => {
    await measure(t, async () => {
      const { slug, at, id } = await stageApp();
      return {
        make: () => post(`${at}/releases/${id}/artifacts/${target}/prune`),
        shows: async () =>
          (await there.site(slug, downloadPath(id))).status === 410 && (await checked(slug)) === undefined,
      };
    });
  });

  it('show a domain that is added and removed, after they cached it as unknown', async (t) => {
    const { at } = await stageApp();
    const domain = `${uniqueSlug('updates')}.example`;
    const status = async () => (await there.site('', checkPath, { host: domain })).status;
    assert.equal(await status(), 404);
    await measure(t, async (round) => ({
      make: () =>
        round % 2 === 0
          ? post(`${at}/domains`, { domain })
          : change(`${at}/domains/${domain}`, { method: 'DELETE' }),
      shows: async () => (await status()) === (round % 2 === 0 ? 200 : 404),
    }));
  });

  it('show another adapter, and new notes', async (t) => {
    const { slug, at, id } = await stageApp();
    await measure(t, async (round) => ({
      make: () => change(at, { method: 'PATCH', json: { adapter: round % 2 === 0 ? 'tauri' : 'rest' } }),
      shows: async () => 'sha256' in ((await checked(slug)) ?? {}) === (round % 2 === 1),
    }));
    await measure(t, async (round) => ({
      make: () => change(`${at}/releases/${id}`, { method: 'PATCH', json: { notes: `note ${round}` } }),
      shows: async () => (await checked(slug))?.notes === `note ${round}`,
    }));
  });

  it('refuse a revoked key everywhere at once', async () => {
    const { slug, at } = await stageApp();
    const key = await createTestKey(here, slug, ['read']);
    assert.equal((await there.api(at, { key })).status, 200);
    const { keys } = (await here.api(`${at}/keys`)).json<{ keys: { id: string; revokedAt: unknown }[] }>();
    await change(`${at}/keys/${keys.at(-1)?.id}`, { method: 'DELETE' });
    for (const node of [there, here]) assert.equal((await node.api(at, { key })).status, 401);
  });

  it('answer the same, byte by byte', async () => {
    const { slug, id } = await stageApp();
    const paths = [
      checkPath,
      '/releases/stable/linux/x86_64/9.0.0',
      latestPath(slug),
      `${latestPath(slug)}?target=${target}`,
      `/releases/v1/apps/${slug}/releases`,
      downloadPath(id),
      '/releases/download/unknown/unknown',
    ];
    for (const path of paths) {
      const [one, two] = await Promise.all([here.site(slug, path), there.site(slug, path)]);
      const withoutDate = ({ status, headers: { date: _, ...headers }, body }: typeof one) => ({
        status,
        headers,
        body,
      });
      assert.deepEqual(withoutDate(one), withoutDate(two), path);
    }
  });

  it('say whether a host belongs to an app, for certificate requests', async () => {
    const { slug, at } = await stageApp();
    const domain = `${uniqueSlug('tls')}.example`;
    await post(`${at}/domains`, { domain });
    const ask = async (name: string) =>
      (await there.api(`/internal/tls-ask?domain=${name}`, { key: '' })).status;
    await waitUntil('learnt', async () => (await ask(domain)) === 200);
    assert.equal(await ask(hostOf(slug)), 200);
    assert.equal(await ask(hostOf(slug).toUpperCase()), 200);
    for (const name of [`x.${domain}`, `${domain}.evil`, 'localhost', '127.0.0.1', 'a b', hostOf('nobody')])
      assert.equal(await ask(encodeURIComponent(name)), 404, name);
    assert.equal((await there.api('/internal/tls-ask', { key: '' })).status, 400);
    assert.equal((await there.site(slug, `/internal/tls-ask?domain=${domain}`)).status, 404);
  });

  it('say whether they show a change yet', async () => {
    const { slug, at, id } = await stageApp();
    const { line } = nodes();
    const readiness = (app: string, revision: string) =>
      there.api(`/readyz?app=${app}&revision=${revision}`, { key: '' });
    const revisionOf = ({ headers }: HttpReply) => String(headers['slipway-revision']);
    line.silence();
    const changed = await here.api(`${at}/releases/${id}/withdraw`, { json: { reason: 'broken' } });
    const revision = revisionOf(changed);
    const behind = await readiness(slug, revision);
    assert.equal(behind.status, 503, 'no word of the change has come through');
    assert.equal(behind.json<{ code: string }>().code, 'not-shown-yet');
    line.cut();
    line.restore();
    await waitUntil('shown', async () => (await readiness(slug, revision)).status === 200);
    assert.equal(await checked(slug), undefined, 'and so it is');
  });

  it('fall back to the slow poll when a node cannot listen', async () => {
    const { slug, at, id } = await stageApp();
    const { line, engines } = nodes();
    line.refuseNew();
    const listening = `from pg_stat_activity where application_name = 'slipway' and query like 'listen%'`;
    const listeners = () => engines.query(`select pid ${listening}`);
    await engines.query(`select pg_terminate_backend(pid) ${listening}`);
    await waitUntil('one listens, the other cannot', async () => (await listeners()).length === 1);
    await post(`${at}/releases/${id}/withdraw`, { reason: 'broken' });
    await waitUntil('learnt', async () => (await checked(slug)) === undefined);
    assert.equal((await listeners()).length, 1, 'by the poll');
    line.restore();
    await waitUntil('both listen again', async () => (await listeners()).length === 2);
  });
};
