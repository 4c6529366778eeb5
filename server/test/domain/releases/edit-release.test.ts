import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { bounds } from '../../../src/domain/model/bounds.ts';
import { applyPolicyChange, type PolicyChange, policyDifference } from '../../../src/domain/model/policy.ts';
import { admin, createWorld } from '../world.ts';

const caller = { app: 'hello', actor: admin };

const worldWith = async (...versions: string[]) => {
  const world = createWorld();
  await world.appAdmin.createApp({ slug: 'hello' }, admin);
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
  test('changes are idempotent, and unset members leave nothing behind', () => {
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

  test('a change is audited once with its difference, and visible to clients', async () => {
    const { releaseEdits, store, catalog, ids } = await worldWith('1.0.0', '2.0.0');
    const [, id = ''] = ids;
    const site = await catalog.find('hello.localhost');
    const request = { heldTargets: ['mac', 'mac'], critical: false, from: {} };
    const { policy } = await releaseEdits.edit(caller, id, request);
    assert.deepEqual(policy, { heldTargets: ['mac'] });
    assert.notEqual(await catalog.find('hello.localhost'), site);
    const app = await store.findApp('hello');
    const recorded = async () => (await store.listAudit(app?.id ?? '', { limit: 1 })).items[0];
    const first = await recorded();
    assert.equal(first?.action, 'release.policy');
    assert.deepEqual(first?.detail, { version: '2.0.0', heldTargets: ['mac'] });
    await releaseEdits.edit(caller, id, request);
    assert.equal((await recorded())?.id, first?.id, 'nothing changed, nothing recorded');
    await releaseEdits.edit(caller, id, { heldTargets: null });
    assert.deepEqual((await recorded())?.detail, { version: '2.0.0', heldTargets: null });
  });

  test('milestones are limited per channel; an existing one may get another reason', async () => {
    const { releaseEdits, drafts, ids } = await worldWith('1.0.0');
    const milestone = { reason: 'moves the settings' };
    const [first = ''] = ids;
    await releaseEdits.edit(caller, first, { milestone });
    for (let minor = 1; minor < bounds.milestonesOfChannel; minor += 1) {
      const { id } = await drafts.createDraft(caller, { version: `1.${minor}.0` });
      await releaseEdits.edit(caller, id, { milestone });
    }
    const { id } = await drafts.createDraft(caller, { version: '2.0.0' });
    await assert.rejects(releaseEdits.edit(caller, id, { milestone }), { code: 'limit-reached' });
    await releaseEdits.edit(caller, first, { milestone: { reason: 'another' } });
    await releaseEdits.edit(caller, first, { milestone: null });
    await releaseEdits.edit(caller, id, { milestone });
  });

  test('withdrawing and pruning a milestone warn that clients may skip it', async () => {
    const { releaseEdits, withdrawals, ids } = await worldWith('1.0.0', '2.0.0');
    const [plain = '', id = ''] = ids;
    await releaseEdits.edit(caller, id, { milestone: { reason: 'It moves the settings.' } });
    const { warnings } = await withdrawals.prune(caller, id, 'mac');
    assert.deepEqual(
      warnings.map(({ code }) => code),
      ['milestone-lifted'],
    );
    assert.match(warnings[0]?.detail ?? '', /2\.0\.0.*moves the settings.*mac/);
    assert.deepEqual((await withdrawals.prune(caller, id, 'mac')).warnings, [], 'only the first time');
    assert.deepEqual((await withdrawals.prune(caller, plain, 'mac')).warnings, []);
  });
});
