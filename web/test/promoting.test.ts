import assert from 'node:assert/strict';
import { beforeEach, describe, test } from 'node:test';
import type { Channel, Release } from '@slipway/api';
import { describeRules, rulesEffectLines, rulesError } from '../src/screens/release/messages.ts';
import { rulesChange, toRulesDraft } from '../src/screens/release/rules.ts';
import { admin, artifact, holderOf, refusal, release } from './planted.ts';
import { drawComponent, openAt, wordsIn } from './render.ts';

const { clearQueries, setQueryData } = await import('../src/data/query-cache.ts');
const { session } = await import('../src/data/session.ts');
const { promotionTargets, PromoteDialog } = await import('../src/actions/promote-dialog.tsx');
const { RulesDialog, RulesCard } = await import('../src/screens/release/rules.tsx');
const { MoreActions } = await import('../src/screens/release/actions.tsx');

/* Promoting a release to another channel, and eligibility rules. */

const channel = (name: string, active = true): Channel => ({
  ...{ name, active, alsoOffers: null },
  createdAt: '2026-11-01T00:00:00.000Z',
});
const close = (): void => {};
const props = (change: Partial<Release> = {}) => ({
  app: 'lantern',
  release: release({ artifacts: [artifact('linux-x86_64'), artifact('darwin-aarch64')], ...change }),
  onClose: close,
});
const plantChannels = (...channels: Channel[]): void =>
  setQueryData('lantern/channels', { value: { channels } });

describe('promoting', () => {
  beforeEach(() => {
    openAt('/apps/lantern/releases/rel_1');
    clearQueries();
    session.value = admin;
  });
  const html = (change: Partial<Release> = {}): string => drawComponent(PromoteDialog, props(change));

  test('says that a draft is created in the channel and offered to no client', () => {
    plantChannels(channel('stable'), channel('beta'), channel('old', false));
    const words = wordsIn(html());
    assert.match(words, /^Promote 1\.5\.0 to beta Creates a draft on beta with the same 2 files/);
    assert.match(
      words,
      /Nothing is uploaded again\. Clients are offered it only after you publish the draft/,
    );
    assert.match(words, /Create draft$/);
    assert.doesNotMatch(words, /old/);
    assert.deepEqual(promotionTargets('beta', [channel('stable'), channel('beta')]), ['stable']);
  });

  test('handles loading, failed and missing channels', () => {
    assert.match(html(), /class="skeleton"/);
    assert.match(wordsIn(html()), /Loading channels…/);
    setQueryData('lantern/channels', { error: refusal('database-unavailable') });
    assert.match(wordsIn(html()), /It is away\..* Retry/);
    plantChannels(channel('stable'));
    assert.match(wordsIn(html()), /No other active channel\./);
  });

  test('is disabled without the publish scope and hidden for withdrawn releases', () => {
    session.value = holderOf('read', 'withdraw');
    const actions = (state: Release['state']) =>
      drawComponent(MoreActions, { ...props({ state }), onAct: close });
    assert.match(actions('published'), /aria-disabled="true"[^>]*>Promote…/);
    assert.match(wordsIn(actions('published')), /Promote… Requires the publish scope/);
    assert.match(wordsIn(actions('published')), /Delete files… Requires the prune scope/);
    assert.doesNotMatch(actions('withdrawn'), /Promote/);
  });
});

describe('the rules of a release', () => {
  beforeEach(() => {
    clearQueries();
    session.value = admin;
  });
  const ruled: Partial<Release> = {
    milestone: { reason: 'Moves the settings.' },
    critical: true,
    from: { atLeast: '1.2.0', except: ['1.4.1'] },
    heldTargets: ['darwin-aarch64'],
  };

  test('are listed; without rules, the release is for everyone', () => {
    assert.match(wordsIn(drawComponent(RulesCard, props())), /All clients on stable are eligible\./);
    const words = wordsIn(drawComponent(RulesCard, props(ruled)));
    assert.match(
      words,
      /Milestone: clients can’t skip it\. Moves the settings\. Critical: users can’t postpone it\./,
    );
    assert.match(
      words,
      /clients on 1\.2\.0 or later\. Not for clients on 1\.4\.1\. Held back on darwin-aarch64\.$/,
    );
  });

  test('are disabled for a key that may not publish', () => {
    session.value = holderOf('read');
    assert.match(drawComponent(RulesCard, props()), /aria-disabled="true"[^>]*>Edit…/);
  });

  test('are edited with a preview of the result', () => {
    const words = wordsIn(drawComponent(RulesDialog, props(ruled)));
    assert.match(words, /^Eligibility of 1\.5\.0 Milestone: clients can’t skip it\. Moves the settings\./);
    assert.match(words, /Caches may serve the old response for up to 6 minutes\./);
    assert.match(words, /Save No changes\.$/);
  });

  test('are sent as a diff, with null for removed rules', () => {
    const plain = release();
    const bound = release(ruled);
    assert.equal(rulesChange(bound, toRulesDraft(bound)), undefined);
    assert.deepEqual(rulesChange(bound, toRulesDraft(plain)), {
      ...{ milestone: null, critical: null, from: null, heldTargets: null },
    });
    assert.deepEqual(rulesChange(plain, { ...toRulesDraft(plain), except: ' 1.4.1  1.4.2,', atLeast: ' ' }), {
      from: { atLeast: null, except: ['1.4.1', '1.4.2'] },
    });
    assert.deepEqual(rulesChange(bound, { ...toRulesDraft(bound), heldTargets: [] }), { heldTargets: null });
    assert.equal(
      rulesError(plain, { ...toRulesDraft(plain), isMilestone: true }),
      'Enter a reason for the milestone.',
    );
    assert.deepEqual(describeRules(plain), []);
    const lines = (change: object) =>
      rulesEffectLines(plain, { ...toRulesDraft(plain), ...change }).map(({ text }) => text);
    assert.ok(!lines({ isMilestone: true }).some((text) => /previous release|: $/.test(text)));
    assert.ok(lines({ heldTargets: ['linux-x86_64'] }).includes('Other clients get the previous release.'));
    const draft = release({ state: 'draft' });
    assert.match(
      rulesEffectLines(draft, toRulesDraft(draft)).at(-1)?.text ?? '',
      /once the release is published/,
    );
  });
});
