import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { compareVersions, isNewer, parseVersion } from '@slipway/core/version.ts';
import fc from 'fast-check';
import { choose, decide } from '../../../src/domain/decision/decide.ts';
import { planFor } from '../../../src/domain/decision/planner.ts';
import { viewForVersion } from '../../../src/domain/decision/version-view.ts';
import type { App } from '../../../src/domain/model/app.ts';
import type { ConsideredRelease } from '../../../src/domain/model/offer.ts';
import type { Policy } from '../../../src/domain/model/policy.ts';
import { criticalByChannel } from '../../../src/domain/model/published-version.ts';
import { makeSite } from '../../../src/domain/model/site.ts';
import { artifactOf, releaseOf } from '../../adapters/feeds/stage.ts';

const target = 'linux-x86_64';

interface Published {
  channel: string;
  version: string;
  policy?: Policy;
}

const siteOf = (published: readonly Published[], also: readonly (readonly [string, string])[]) =>
  makeSite(
    {
      ...{ host: 'acme.localhost', baseUrl: 'http://acme.localhost' },
      alsoOffers: new Map(also),
      critical: criticalByChannel(
        published.map(({ channel, version, policy }) => ({
          ...{ channel, version, isRescued: false },
          isCritical: policy?.critical === true,
        })),
      ),
    },
    { slug: 'acme', adapter: 'rest' } as App,
    published.map(({ channel, version, policy = {} }, index) =>
      releaseOf(version, [artifactOf(target, '.AppImage')], {
        ...{ id: `rel_${channel}_${version}`, channel, sequence: index + 1, policy },
      }),
    ),
  );

const offered = (published: readonly Published[], currentVersion: string, channel = 'beta') =>
  decide(planFor(siteOf(published, [['beta', 'stable']]), { channel, target }), { currentVersion })?.release;

const beta = (version: string, policy?: Policy): Published => ({
  ...{ channel: 'beta', version },
  ...(policy && { policy }),
});
const stable = (version: string, policy?: Policy): Published => ({
  ...beta(version, policy),
  channel: 'stable',
});
const milestone = { milestone: { reason: 'It moves the settings.' } };

describe('a channel that also offers another', () => {
  test('its clients get the newer of the two, and their own of equal ones', () => {
    const published = [stable('2.0.0'), beta('2.1.0-beta.1')];
    assert.equal(offered(published, '1.0.0')?.version, '2.1.0-beta.1');
    assert.equal(offered([...published, stable('2.1.0')], '2.1.0-beta.1')?.version, '2.1.0');
    assert.equal(offered([...published, stable('2.1.0')], '2.1.0'), undefined);
    assert.equal(offered([stable('2.0.0'), beta('v2.0.0')], '1.0.0')?.channel, 'beta');
    assert.equal(offered([stable('2.0.0')], '1.0.0')?.version, '2.0.0', 'its own has nothing');
    assert.equal(offered(published, '1.0.0', 'stable')?.version, '2.0.0', 'the other is as it was');
  });

  test('what the other also offers is not followed', () => {
    const site = siteOf(
      [stable('1.0.0'), beta('2.0.0')],
      [
        ['nightly', 'beta'],
        ['beta', 'stable'],
        ['stable', 'nightly'],
      ],
    );
    assert.equal(decide(planFor(site, { channel: 'nightly', target }), {})?.release.version, '2.0.0');
    assert.equal(decide(planFor(site, { channel: 'stable', target }), {})?.release.version, '1.0.0');
  });

  test('no milestone of either is passed by, whichever channel has what is newest', () => {
    const versions = fc.tuple(fc.integer({ min: 1, max: 4 }), fc.nat(4)).map((numbers) => numbers.join('.'));
    const published = fc.uniqueArray(
      fc.record({
        ...{ channel: fc.constantFrom('beta', 'stable'), version: versions },
        policy: fc.constantFrom<Policy[]>({}, {}, milestone, { heldTargets: [target] }),
      }),
      { selector: ({ channel, version }) => `${channel} ${version}`, minLength: 1 },
    );
    fc.assert(
      fc.property(published, versions, (all, current) => {
        const offer = offered(all, current);
        if (offer === undefined) return;
        assert.ok(isNewer(parseVersion(offer.version), current), 'never a downgrade');
        const passed = all.filter(
          ({ version, policy }) =>
            policy.milestone !== undefined &&
            isNewer(parseVersion(version), current) &&
            compareVersions(parseVersion(version), parseVersion(offer.version)) < 0,
        );
        assert.deepEqual(passed, []);
      }),
      { numRuns: 1000 },
    );
  });

  test('what is critical in either must not be put off', () => {
    const plan = planFor(siteOf([stable('2.0.0', { critical: true }), beta('2.1.0')], [['beta', 'stable']]), {
      channel: 'beta',
      target,
    });
    const isCritical = (current: string) =>
      choose(viewForVersion(plan, current), { currentVersion: current })?.isCritical;
    assert.deepEqual([isCritical('1.0.0'), isCritical('2.0.0')], [true, false]);
  });

  test('the reasons name the channel that was not asked for, and one release is offered', () => {
    const plan = planFor(siteOf([stable('2.0.0'), beta('1.9.0')], [['beta', 'stable']]), {
      channel: 'beta',
      target,
    });
    const notes: ConsideredRelease[] = [];
    decide(plan, { currentVersion: '1.0.0' }, notes);
    assert.deepEqual(
      notes.map(({ version, verdict, channel }) => [version, verdict, channel]),
      [
        ['1.9.0', 'newer-elsewhere', undefined],
        ['2.0.0', 'offered', 'stable'],
      ],
    );
  });

  test('answers are private where either depends on the client', () => {
    const depends = (published: readonly Published[]) =>
      planFor(siteOf(published, [['beta', 'stable']]), { channel: 'beta', target }).dependsOnClient;
    assert.equal(depends([stable('2.0.0'), beta('1.0.0')]), false);
    const site = siteOf([stable('2.0.0'), beta('1.0.0')], [['beta', 'stable']]);
    for (const [release] of site.channels.values())
      for (const artifact of release?.artifacts ?? []) {
        artifact.facts.minimumSystem = '13.0';
        assert.equal(planFor(site, { channel: 'beta', target }).dependsOnClient, true);
        delete artifact.facts.minimumSystem;
      }
  });
});
