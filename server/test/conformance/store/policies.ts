import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Policy } from '../../../src/domain/model/policy.ts';
import { draftOf, type Shared, seedApp, seedDraft, seedPublished, withdraw } from './fixtures.ts';

const whole: Policy = {
  milestone: { reason: 'It "moves" the \'settings\': {"reason":1} 🚢' },
  critical: true,
  from: { atLeast: '1.0.0', except: ['1.4.1', 'v1.4.2'] },
  heldTargets: ['linux', 'mac'],
};

export const policyCases = (shared: Shared): void => {
  describe('policies', () => {
    it('are kept as they are, of drafts and of what is published, and can be lifted', async () => {
      const store = shared();
      const { slug } = await seedApp(store);
      const draft = draftOf(slug, '1.0.0');
      await seedDraft(store, draft, ['mac']);
      const { release } = await seedPublished(store, draftOf(slug, '2.0.0', { policy: whole }), ['mac']);
      const policyOf = async (id: string) => (await store.findRelease(slug, id))?.policy;
      assert.deepEqual(await policyOf(draft.id), {});
      assert.deepEqual(await policyOf(release.id), whole);
      await store.transaction((tx) => tx.setPolicy(draft.id, whole));
      await store.transaction((tx) => tx.setPolicy(release.id, {}));
      assert.deepEqual(await policyOf(draft.id), whole);
      assert.deepEqual(await policyOf(release.id), {});
    });

    it('tell which versions are critical, while they are published', async () => {
      const store = shared();
      const { slug } = await seedApp(store);
      const one = await seedPublished(store, draftOf(slug, '1.0.0', { policy: { critical: true } }), ['mac']);
      await seedPublished(store, draftOf(slug, '2.0.0', { policy: { heldTargets: ['mac'] } }), ['mac']);
      await seedDraft(store, draftOf(slug, '3.0.0', { policy: { critical: true } }), ['mac']);
      const critical = async () =>
        (await store.listVersions(slug)).filter(({ isCritical }) => isCritical).map(({ version }) => version);
      assert.deepEqual(await critical(), ['1.0.0']);
      await withdraw(store, one.release.id);
      assert.deepEqual(await critical(), []);
    });

    it('count the milestones of a channel, drafts and withdrawn ones included', async () => {
      const store = shared();
      const { slug } = await seedApp(store, ['stable', 'beta']);
      const policy = { milestone: { reason: 'first' } };
      const one = await seedPublished(store, draftOf(slug, '1.0.0', { policy }), ['mac']);
      await seedPublished(store, draftOf(slug, '1.0.0', { policy, channel: 'beta' }), ['mac']);
      await seedPublished(store, draftOf(slug, '2.0.0', { policy: { critical: true } }), ['mac']);
      const draft = draftOf(slug, '3.0.0', { policy: { ...whole } });
      await seedDraft(store, draft, ['mac']);
      const tricky = { from: { except: ['milestone'] }, heldTargets: ['milestone'] };
      await seedDraft(store, draftOf(slug, '4.0.0', { policy: tricky }), ['mac']);
      await withdraw(store, one.release.id);
      assert.equal(await store.countMilestones(slug, 'stable'), 2);
      assert.equal(await store.countMilestones(slug, 'beta'), 1);
      assert.equal(await store.countMilestones(slug, 'empty'), 0);
      await store.transaction((tx) => tx.setPolicy(draft.id, { critical: true }));
      assert.equal(await store.countMilestones(slug, 'stable'), 1);
    });
  });
};
