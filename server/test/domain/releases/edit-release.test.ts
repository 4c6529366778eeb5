import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { bounds } from '../../../src/domain/model/bounds.ts';
import { applyPolicyChange, type PolicyChange, policyDifference } from '../../../src/domain/model/policy.ts';
import { admin, createWorld } from '../world.ts';

const caller = { app: 'hello', actor: admin };

const worldWith = async (...versions: string[]) => {
  const world = createWorld();
  await world.administering.createApp({ slug: 'hello' }, admin);
  const ids: string[] = [];
  for (const version of versions) ids.push(await world.release('hello', { version }, ['mac', 'linux']));
  return { ...world, ids };
};

const orUnset = <T>(value: fc.Arbitrary<T>) => fc.option(value, { nil: null });
const versions = fc.constantFrom('1.0.0', '1.4.1', '2.0.0');
const change: fc.Arbitrary<PolicyChange> = fc.record(
  {
    milestone: orUnset(fc.record({ reason: fc.constantFrom('a', 'b') })),
    critical: orUnset(fc.boolean()),
    from: orUnset(fc.record({ atLeast: versions, except: fc.array(versions) }, { requiredKeys: [] })),
    heldTargets: orUnset(fc.array(fc.constantFrom('mac', 'linux'))),
  },
  { requiredKeys: [] },
);

describe('policies', () => {
  test('asking twice changes nothing the second time, and what is unset leaves nothing behind', () => {
    fc.assert(
      fc.property(change, change, (first, second) => {
        const before = applyPolicyChange({}, first);
        const after = applyPolicyChange(before, second);
        assert.deepEqual(policyDifference(after, second), {});
        assert.deepEqual(applyPolicyChange(before, policyDifference(before, second)), after);
        const none = { milestone: null, critical: null, from: null, heldTargets: null };
        assert.deepEqual(applyPolicyChange(after, none), {});
      }),
      { numRuns: 300 },
    );
  });

  test('a change is recorded with what is different, once, and seen by the public', async () => {
    const { amending, store, catalog, ids } = await worldWith('1.0.0', '2.0.0');
    const [, id = ''] = ids;
    const site = await catalog.find('hello.localhost');
    const asked = { heldTargets: ['mac', 'mac'], critical: false, from: {} };
    const { policy } = await amending.amend(caller, id, asked);
    assert.deepEqual(policy, { heldTargets: ['mac'] });
    assert.notEqual(await catalog.find('hello.localhost'), site);
    const app = await store.findApp('hello');
    const recorded = async () => (await store.listAudit(app?.id ?? '', { limit: 1 })).items[0];
    const first = await recorded();
    assert.equal(first?.action, 'release.policy');
    assert.deepEqual(first?.detail, { version: '2.0.0', heldTargets: ['mac'] });
    await amending.amend(caller, id, asked);
    assert.equal((await recorded())?.id, first?.id, 'nothing changed, nothing recorded');
    await amending.amend(caller, id, { heldTargets: null });
    assert.deepEqual((await recorded())?.detail, { version: '2.0.0', heldTargets: null });
  });

  test('a channel has so many milestones; one that is one already may be given another reason', async () => {
    const { amending, drafting, ids } = await worldWith('1.0.0');
    const milestone = { reason: 'moves the settings' };
    const [first = ''] = ids;
    await amending.amend(caller, first, { milestone });
    for (let minor = 1; minor < bounds.milestonesOfChannel; minor += 1) {
      const { id } = await drafting.createDraft(caller, { version: `1.${minor}.0` });
      await amending.amend(caller, id, { milestone });
    }
    const { id } = await drafting.createDraft(caller, { version: '2.0.0' });
    await assert.rejects(amending.amend(caller, id, { milestone }), { code: 'limit-reached' });
    await amending.amend(caller, first, { milestone: { reason: 'another' } });
    await amending.amend(caller, first, { milestone: null });
    await amending.amend(caller, id, { milestone });
  });

  test('withdrawing and pruning a milestone say that nobody is held to it any more', async () => {
    const { amending, withdrawing, ids } = await worldWith('1.0.0', '2.0.0');
    const [plain = '', id = ''] = ids;
    await amending.amend(caller, id, { milestone: { reason: 'It moves the settings.' } });
    const { warnings } = await withdrawing.prune(caller, id, 'mac');
    assert.deepEqual(
      warnings.map(({ code }) => code),
      ['milestone-lifted'],
    );
    assert.match(warnings[0]?.detail ?? '', /2\.0\.0.*moves the settings.*mac/);
    assert.deepEqual((await withdrawing.prune(caller, id, 'mac')).warnings, [], 'only the first time');
    assert.deepEqual((await withdrawing.prune(caller, plain, 'mac')).warnings, []);
  });
});
