import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { describe, test } from 'node:test';
import { assertProblem } from '../problem.ts';
import { createPublisher, type Publisher } from '../publisher.ts';
import type { World } from '../world.ts';

/** Decisions, part two: release policies. */
export const policiesSection = (world: World): void => {
  const checked = async (app: Publisher, from: string, query = '') => {
    const answer = await app.check(`stable/linux/x86_64/${from}${query}`);
    return answer.status === 204 ? undefined : answer.json<{ version: string }>().version;
  };

  describe('Policies', () => {
    test('a release has no policy members until they are set', async () => {
      const app = await createPublisher(world);
      const { release } = await app.publish({ version: '1.0.0' }, [{}]);
      for (const member of ['milestone', 'critical', 'from', 'heldTargets']) assert.ok(!(member in release));
      const change = (body: object) => app.client.changeRelease(app.slug, release.id, body);
      const set = await change({
        milestone: { reason: 'Moves the settings.' },
        critical: true,
        from: { except: ['0.9.1'] },
        heldTargets: ['darwin-aarch64'],
      });
      assert.deepEqual(set.release, {
        ...release,
        milestone: { reason: 'Moves the settings.' },
        critical: true,
        from: { atLeast: null, except: ['0.9.1'] },
        heldTargets: ['darwin-aarch64'],
      });
      assert.deepEqual((await app.client.getRelease(app.slug, release.id)).release, set.release);
      const { from } = (await change({ from: set.release.from, notes: 'New.' })).release;
      assert.deepEqual(from, set.release.from, 'what is shown may be sent back');
      const none = { milestone: null, critical: false, from: null, heldTargets: [] };
      assert.deepEqual((await change(none)).release, { ...release, notes: 'New.' });
    });

    test('policies can be set on a draft and are in the audit log', async () => {
      const app = await createPublisher(world);
      const { release } = await app.client.createRelease(app.slug, { version: '1.0.0' });
      await app.client.changeRelease(app.slug, release.id, { critical: true });
      const { entries } = await app.client.listAudit(app.slug);
      const entry = entries.find(({ action }) => action === 'release.policy');
      assert.equal(entry?.subject, release.id);
      assert.deepEqual(entry?.detail, { version: '1.0.0', critical: true });
    });

    for (const [what, body] of [
      ['nothing', {}],
      ['an unknown member', { important: true }],
      ['a milestone without a reason', { milestone: {} }],
      ['an empty reason', { milestone: { reason: ' ' } }],
      ['a long reason', { milestone: { reason: 'x'.repeat(501) } }],
      ['a version that is none', { from: { atLeast: '1 0' } }],
      ['too many versions', { from: { except: Array.from({ length: 101 }, (_, i) => `1.${i}.0`) } }],
      ['a target that is none', { heldTargets: ['a/b'] }],
      ['too many targets', { heldTargets: Array.from({ length: 201 }, (_, i) => `t-${i}`) }],
    ] as const) {
      test(`400 for ${what}`, async () => {
        const app = await createPublisher(world);
        const { release } = await app.client.createRelease(app.slug, { version: '1.0.0' });
        const answer = await app.call('PATCH', `/releases/${release.id}`, body);
        assertProblem(answer, 400, 'invalid-fields');
      });
    }

    test('a channel has at most 64 milestones, including drafts', async () => {
      const app = await createPublisher(world);
      const milestone = { reason: 'Moves the settings.' };
      const made = await Promise.all(
        Array.from({ length: 65 }, (_, minor) => app.draft({ version: `1.${minor}.0` })),
      );
      const set = (id: string) => app.call('PATCH', `/releases/${id}`, { milestone });
      const [last, ...others] = made.map(({ id }) => id);
      const answers = await Promise.all(others.map(set));
      assert.ok(answers.every(({ status }) => status === 200));
      assertProblem(await set(last ?? ''), 409, 'limit-reached');
    });

    test('no client skips a milestone', async () => {
      const app = await createPublisher(world);
      await app.publish({ version: '1.0.0' }, [{}]);
      const { release } = await app.publish({ version: '2.0.0' }, [{}]);
      await app.publish({ version: '3.0.0' }, [{}]);
      await app.client.changeRelease(app.slug, release.id, { milestone: { reason: 'Moves the settings.' } });
      assert.equal(await checked(app, '1.0.0'), '2.0.0');
      assert.equal(await checked(app, '2.0.0'), '3.0.0');
      const answer = await app.client.withdrawRelease(app.slug, release.id, { reason: 'Bad.' });
      assert.deepEqual(
        answer.release.warnings?.map(({ code }) => code),
        ['milestone-lifted'],
      );
      assert.equal(await checked(app, '1.0.0'), '3.0.0');
    });

    test('pruning a milestone adds a warning to the artifact', async () => {
      const app = await createPublisher(world);
      const { release } = await app.publish({ version: '2.0.0' }, [{}]);
      await app.client.changeRelease(app.slug, release.id, { milestone: { reason: 'Moves the settings.' } });
      const [{ target = '' } = {}] = release.artifacts;
      const { artifact } = await app.client.pruneArtifact(app.slug, release.id, target);
      assert.deepEqual(
        artifact.warnings?.map(({ code }) => code),
        ['milestone-lifted'],
      );
    });

    test('clients of excluded source versions are offered the previous release', async () => {
      const app = await createPublisher(world);
      await app.publish({ version: '1.5.0' }, [{}]);
      const { release } = await app.publish({ version: '2.0.0' }, [{}]);
      const from = { atLeast: '1.2.0', except: ['1.4.1'] };
      await app.client.changeRelease(app.slug, release.id, { from });
      assert.equal(await checked(app, '1.1.0'), '1.5.0');
      assert.equal(await checked(app, 'v1.4.1'), '1.5.0');
      assert.equal(await checked(app, '1.4.2'), '2.0.0');
      assert.equal(await checked(app, '1.5.0'), '2.0.0');
    });

    test('a warning names updaters that send no version, and the URL that includes it', async () => {
      const app = await createPublisher(world, { adapter: 'rest' });
      const bytes = Buffer.from('an installer');
      const sha512 = createHash('sha512').update(bytes).digest('base64');
      const files = [
        { target: 'windows-x86_64', format: '.exe', bytes, sha512 },
        { target: 'windows-x86_64.blockmap', companionOf: 'windows-x86_64', format: '.blockmap' },
      ];
      const { release } = await app.publish({ version: '2.0.0' }, files);
      const { id } = (await app.publish({ version: '3.0.0' }, files)).release;
      assert.equal((await app.client.getRelease(app.slug, id)).release.warnings, undefined);
      const change = { milestone: { reason: 'Moves the settings.' } };
      const changed = await app.client.changeRelease(app.slug, release.id, change);
      const [{ code = '', detail = '' } = {}] = changed.release.warnings ?? [];
      assert.equal(code, 'version-not-reported');
      const read = await app.client.getRelease(app.slug, release.id);
      assert.deepEqual(read.release.warnings, changed.release.warnings);
      const address = /\/feeds\/electron\/stable\/from\/\{version\}\//.exec(detail)?.[0] ?? '';
      const offered = async (path: string) =>
        /^version: "(.*)"/.exec((await app.read(path)).body.toString())?.[1];
      assert.equal(await offered('/feeds/electron/stable/latest.yml'), '3.0.0');
      assert.equal(await offered(`${address.replace('{version}', '1.0.0')}latest.yml`), '2.0.0');
      const { review } = await app.client.reviewRelease(app.slug, { version: '4.0.0', artifacts: [] });
      assert.ok(review.warnings.every((warning) => warning.code !== code));
    });

    test('checks and links offer a held target the previous release, latest omits it; bytes still download', async () => {
      const app = await createPublisher(world);
      const pieces = [{ target: 'linux-x86_64' }, { target: 'darwin-aarch64' }];
      const before = await app.publish({ version: '1.0.0' }, pieces);
      const { release } = await app.publish({ version: '2.0.0' }, pieces);
      await app.client.changeRelease(app.slug, release.id, { heldTargets: ['linux-x86_64'] });
      assert.equal(await checked(app, '0.9.0'), '1.0.0');
      const latest = (await app.latest()).json<{ version: string; platforms: object }>();
      assert.deepEqual([latest.version, Object.keys(latest.platforms)], ['2.0.0', ['darwin-aarch64']]);
      const link = await app.read('/releases/download/latest/linux-x86_64');
      assert.match(String(link.headers.location), new RegExp(`${before.release.id}/linux-x86_64$`));
      assert.equal((await app.download(release.id)).status, 200);
      await app.client.changeRelease(app.slug, release.id, { heldTargets: [] });
      assert.equal(await checked(app, '0.9.0'), '2.0.0');
    });

    test('a client whose system is too old is offered the newest that it can run', async () => {
      const app = await createPublisher(world);
      await app.publish({ version: '1.0.0' }, [{}]);
      await app.publish({ version: '2.0.0' }, [{ minimumSystem: '13.0' }]);
      assert.equal(await checked(app, '0.9.0', '?system=12.7.6'), '1.0.0');
      assert.equal(await checked(app, '0.9.0', '?system=13.1'), '2.0.0');
      assert.equal(await checked(app, '0.9.0'), '2.0.0', 'who does not say is offered it');
    });
  });
};
