import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { declarationOf } from '../../lab/publisher.ts';
import type { Answer } from '../dial.ts';
import { assertProblem } from '../problem.ts';
import { createPublisher, type Publisher } from '../publisher.ts';
import { unique, type World } from '../world.ts';

const revisionOf = ({ headers, text }: Answer): number => {
  assert.match(String(headers['slipway-revision']), /^\d{1,16}$/, text);
  return Number(headers['slipway-revision']);
};

/** Decisions on the designs, the last one: the server reports when a change is visible. */
export const revisionsSection = (world: World): void => {
  const key = () => world.deployed().adminKey;
  const readRevision = async (app: Publisher): Promise<number> =>
    (await app.call('GET', '')).json<{ app: { revision: number } }>().app.revision;
  const readiness = (app: string, revision: number | string): Promise<Answer> =>
    world.call({ path: `/readyz?${new URLSearchParams({ app, revision: String(revision) })}` });

  describe('Revisions', () => {
    test('every response to a change has the app’s revision, which grows with publicly visible changes', async () => {
      const app = await createPublisher(world);
      const draft = await app.draft({ version: '1.0.0' });
      const of = `/releases/${draft.id}`;
      let last = await readRevision(app);
      const change = async (isVisible: boolean, call: Promise<Answer>): Promise<void> => {
        const answer = await call;
        assert.ok(answer.status < 300, answer.text);
        const revision = revisionOf(answer);
        assert.ok(isVisible ? revision > last : revision === last, `${last} → ${revision}`);
        assert.ok(!/"revision"/.test(answer.text) || /^\{"app"/.test(answer.text), 'a member of apps alone');
        assert.equal(await readRevision(app), revision);
        last = revision;
      };
      await change(false, app.call('POST', '/releases', { version: '2.0.0' }));
      await change(false, app.call('POST', '/artifacts/presign', declarationOf({ version: '2.0.0' })));
      // Feeds distinguish an empty channel from a missing one.
      await change(true, app.call('POST', '/channels', { name: 'beta' }));
      await change(false, app.call('PATCH', '/channels/beta', { active: false }));
      await change(false, app.call('POST', '/keys', { name: 'one more' }));
      await change(false, app.call('PATCH', of, { notes: 'Of a draft.' }));
      await change(true, app.call('POST', `${of}/publish`));
      await change(false, app.call('POST', `${of}/publish`));
      await change(true, app.call('PATCH', of, { notes: 'Of a release.' }));
      await change(true, app.call('POST', `${of}/withdraw`, { reason: 'bad' }));
      await change(true, app.call('POST', `${of}/restore`));
      await change(true, app.call('PATCH', '', { name: 'Renamed' }));
      const path = `/v1/apps/${app.slug}/domains`;
      const domain = `${unique('revision')}.example.com`;
      await change(true, world.call({ method: 'POST', path, key: key(), body: { domain } }));
      await change(true, world.call({ method: 'DELETE', path: `${path}/${domain}`, key: key() }));
    });

    test('creating and deleting an app return its revision, and lists include it', async () => {
      const slug = unique('revised');
      const made = await world.call({ method: 'POST', path: '/v1/apps', key: key(), body: { slug } });
      const revision = revisionOf(made);
      assert.equal(made.json<{ app: { revision: number } }>().app.revision, revision);
      assert.equal((await readiness(slug, revision)).status, 200);
      const deleted = await world.call({ method: 'DELETE', path: `/v1/apps/${slug}`, key: key() });
      assert.equal(deleted.status, 204);
      assert.ok(revisionOf(deleted) > revision);
      const { apps } = (await world.call({ path: '/v1/apps?limit=100', key: key() })).json<{
        apps: { revision: number }[];
      }>();
      for (const app of apps) assert.ok(Number.isSafeInteger(app.revision));
    });

    test('responses to requests that change nothing have no revision', async () => {
      const app = await createPublisher(world);
      const body = { version: '1.0.0', artifacts: [] };
      for (const answer of [
        await app.call('GET', ''),
        await app.call('POST', '/releases/review', body),
        await app.call('POST', '/releases', { version: '/' }),
        await app.check('stable/linux/x86_64/1'),
      ])
        assert.equal(answer.headers['slipway-revision'], undefined, answer.text);
    });

    test('GET /readyz?app=&revision=: 200 once the revision is visible, also for older ones', async () => {
      const app = await createPublisher(world);
      const before = await readRevision(app);
      await app.publish();
      const after = await readRevision(app);
      for (const revision of [before, after]) {
        const answer = await readiness(app.slug, revision);
        assert.equal(answer.status, 200, answer.text);
        assert.equal(answer.headers['cache-control'], 'no-store');
      }
    });

    test('otherwise 503, the same for an app that is behind and for a missing app', async () => {
      const app = await createPublisher(world);
      const revision = await readRevision(app);
      const readProblem = async (slug: string, number: number) => {
        const answer = await readiness(slug, number);
        const { requestId: _, ...problem } = assertProblem(answer, 503, 'not-shown-yet');
        assert.equal(answer.headers['retry-after'], '1');
        return problem;
      };
      const behind = await readProblem(app.slug, revision + 2 ** 40);
      for (const number of [0, 1, 2, revision, revision + 2 ** 40])
        assert.deepEqual(await readProblem('no-such-app', number), behind);
      for (const number of [0, 1, 2, revision - 1])
        assert.deepEqual(await readProblem(app.slug, number), behind);
    });

    test('400 for one parameter without the other, and for a revision that is not a number', async () => {
      for (const query of [
        'app=x',
        'revision=1',
        'app=x&revision=',
        'app=x&revision=-1',
        'app=x&revision=1e3',
      ])
        assertProblem(await world.call({ path: `/readyz?${query}` }), 400, 'invalid-fields');
    });
  });
};
