import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { compareVersions, parseVersion } from '@slipway/core/version.ts';
import fc from 'fast-check';
import { decide } from '../../../src/domain/decision/decide.ts';
import { planOffers } from '../../../src/domain/decision/plan.ts';
import { artifactTarget, type ConsideredRelease } from '../../../src/domain/model/offer.ts';
import type { ReleaseWithArtifacts } from '../../../src/domain/model/release.ts';
import { artifactNamed, releaseNamed, rescuedOf, rolloutOf } from '../../decision/worlds.ts';
import { rolloutCases } from '../rollouts/rollout-cases.ts';
import { type CaseRelease, type OfferCase, offerCases } from './offer-cases.ts';
import { offersThroughHttp } from './offers-http.ts';

const cases = [...offerCases, ...rolloutCases];

const rolloutFor = (
  releaseId: string,
  { percent = 0, paused, ...plan }: NonNullable<CaseRelease['rollout']>,
) => {
  const state = percent === 100 ? 'done' : paused === true ? 'paused' : 'rolling';
  return rolloutOf(releaseId, { ...plan, state, permille: percent * 10 });
};

const releaseOf = (release: CaseRelease, sequence: number): ReleaseWithArtifacts => {
  const { version, targets, pruned = [], withdrawn, minimumSystem, policy = {}, rollout } = release;
  return releaseNamed(version, sequence, {
    policy,
    state: withdrawn === true ? 'withdrawn' : 'published',
    ...(rollout === undefined ? {} : { rollout: rolloutFor(`rel_${sequence}`, rollout) }),
    artifacts: targets.map((target) =>
      artifactNamed(target, {
        state: pruned.includes(target) ? 'pruned' : 'active',
        facts: minimumSystem === undefined ? {} : { minimumSystem },
      }),
    ),
  });
};

const pick = ({
  releases: published,
  request,
  client,
}: Pick<OfferCase, 'releases' | 'request' | 'client'>) => {
  const considered: ConsideredRelease[] = [];
  const releases = published.map(releaseOf).toReversed();
  const target = artifactTarget(request.target, request.arch);
  const plan = planOffers({ releases, target, rescued: rescuedOf(releases) }, considered);
  const offer = decide(plan, { ...client, currentVersion: request.currentVersion }, considered);
  return { offer, considered };
};

describe('which update a client gets: the function', () => {
  for (const { name, offered, ...one } of cases) {
    test(name, () => {
      const { offer, considered } = pick(one);
      assert.equal(offer?.release.version, offered);
      assert.equal(
        considered.filter(({ verdict }) => verdict === 'offered').length,
        offered === undefined ? 0 : 1,
      );
    });
  }

  test('any offer is newer, complete, and the last published release for its target', () => {
    const targets = ['linux-x86_64', 'darwin-aarch64'];
    const release = fc.record({
      version: fc.constantFrom('1', '1.1', '2.0.0-beta', '2.0.0', '10', 'nightly', '0.9+x'),
      targets: fc.subarray(targets),
      pruned: fc.subarray(targets),
      withdrawn: fc.boolean(),
    });
    const request = fc.record({
      target: fc.constantFrom('linux', 'darwin', 'linux-x86_64'),
      arch: fc.constantFrom('x86_64', 'aarch64'),
      currentVersion: fc.oneof(
        fc.constantFrom('0', '1.0.0', '2.0.0', '11', 'x'),
        fc.string({ maxLength: 8 }),
      ),
    });
    fc.assert(
      fc.property(fc.array(release, { maxLength: 8 }), request, (releases, question) => {
        const requestedTarget = artifactTarget(question.target, question.arch);
        const { offer, considered } = pick({ releases, request: question });
        const able = releases.filter(
          (one) =>
            !one.withdrawn && one.targets.includes(requestedTarget) && !one.pruned.includes(requestedTarget),
        );
        const latest = able.at(-1);
        if (offer === undefined) {
          const isNewer =
            latest !== undefined &&
            compareVersions(parseVersion(latest.version), parseVersion(question.currentVersion)) > 0;
          assert.equal(isNewer, false, 'a newer one that could be had is offered');
          return;
        }
        assert.equal(offer.release.version, latest?.version);
        assert.equal(offer.artifact.target, requestedTarget);
        assert.equal(offer.artifact.state, 'active');
        assert.ok(compareVersions(offer.version, parseVersion(question.currentVersion)) > 0);
        assert.equal(considered.at(-1)?.verdict, 'offered');
      }),
      { numRuns: 3000 },
    );
  });
});

offersThroughHttp(offerCases);
