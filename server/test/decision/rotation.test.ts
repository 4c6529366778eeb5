import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { decide } from '../../src/domain/decision/decide.ts';
import { planOffers } from '../../src/domain/decision/plan.ts';
import { builtInKeysOf } from '../../src/domain/model/built-in-keys.ts';
import type { ConsideredRelease } from '../../src/domain/model/offer.ts';
import type { ReleaseWithArtifacts } from '../../src/domain/model/release.ts';
import type { SigningKey } from '../../src/domain/model/signing-key.ts';
import { candidatesOf } from '../memory/store-candidates.ts';
import { keyNamed, randomKeys } from './keys.ts';
import { walk } from './plain-walk.ts';
import { createRandom } from './random.ts';
import {
  artifactNamed,
  askedTarget,
  randomClient,
  randomVersion,
  randomWorld,
  releaseNamed,
  rescuedOf,
  type World,
} from './worlds.ts';

/* Clients are offered only releases that their key can verify: a bridge release serves old clients forever. */

const signed = (version: string, sequence: number, by?: string): ReleaseWithArtifacts =>
  releaseNamed(version, sequence, {
    artifacts: [
      artifactNamed(
        askedTarget,
        by === undefined ? {} : { verdict: { at: '', signedBy: { id: by, keyId: by, version: undefined } } },
      ),
    ],
  });

/** The versions that a client passes until there is no further offer. */
const journey = (releases: World, keys: readonly SigningKey[], start: string): string[] => {
  const plan = planOffers({ releases, target: askedTarget, builtIn: builtInKeysOf(keys) });
  const stops: string[] = [];
  for (let current: string | undefined = start; current !== undefined; ) {
    current = decide(plan, { currentVersion: current })?.release.version;
    if (current !== undefined) stops.push(current);
    assert.ok(stops.length < 20, 'it ends');
  }
  return stops;
};

describe('a change of keys', () => {
  const keys = [keyNamed('A'), keyNamed('B', '1.5.0'), keyNamed('C', '3.0.0')];
  const history = [
    signed('3.2.0', 7, 'C'),
    signed('3.0.0', 6, 'B'),
    signed('2.0.0', 5, 'B'),
    signed('1.5.0', 4, 'A'),
    signed('1.4.0', 3, 'A'),
    signed('1.0.0', 2),
  ];

  it('leads every client over the bridges to the newest release', () => {
    assert.deepEqual(journey(history, keys, '1.0.0'), ['1.5.0', '3.0.0', '3.2.0']);
    assert.deepEqual(journey(history, keys, '1.4.9'), ['1.5.0', '3.0.0', '3.2.0']);
    assert.deepEqual(journey(history, keys, '1.5.0'), ['3.0.0', '3.2.0']);
    assert.deepEqual(journey(history, keys, '2.9.9'), ['3.0.0', '3.2.0']);
    assert.deepEqual(journey(history, keys, '3.0.0'), ['3.2.0']);
    assert.deepEqual(journey(history, keys, '3.2.0'), []);
  });

  it('does so from what a store keeps in reach, and with retired keys, too', () => {
    const retired = keys.map((key) => ({ ...key, state: 'retired' as const }));
    assert.deepEqual(journey(candidatesOf(history), retired, '0.1.0'), ['1.5.0', '3.0.0', '3.2.0']);
  });

  it('says who is kept from what, and why', () => {
    const considered: ConsideredRelease[] = [];
    const plan = planOffers({ releases: history, target: askedTarget, builtIn: builtInKeysOf(keys) });
    decide(plan, { currentVersion: '1.4.0' }, considered);
    assert.deepEqual(considered[0], {
      version: '3.2.0',
      verdict: 'other-key',
      reason: 'Signed with C, but clients on 1.4.0 trust A.',
    });
    const early: ConsideredRelease[] = [];
    decide(
      planOffers({ releases: history, target: askedTarget, builtIn: builtInKeysOf(keys.slice(1)) }),
      { currentVersion: '1.0.0' },
      early,
    );
    assert.match(early[0]?.reason ?? '', /clients on 1\.0\.0 trust none of the app’s keys/);
  });

  it('changes nothing where no key says since when it is built in', () => {
    const plain = keys.map(({ id }) => keyNamed(id));
    assert.equal(builtInKeysOf(plain), undefined);
    assert.deepEqual(journey(history, plain, '1.0.0'), ['3.2.0']);
  });

  it('is of one kind of key: what another updater verifies is none of its business', () => {
    const both = [...keys, keyNamed('sparkle', undefined, { kind: 'ed25519' })];
    assert.deepEqual(journey([signed('4.0.0', 8, 'sparkle'), ...history], both, '1.0.0'), ['4.0.0']);
  });
});

it('decides as the plainest walk over everything does, whatever else stands in the way', () => {
  const signers: [string, ...string[]] = ['A', 'B', 'C'];
  let foreign = 0;
  for (let number = 0; number < 20_000; number++) {
    const random = createRandom(4_000_037 + number);
    const policies = random.has(0.7);
    // With falling versions, a milestone may block the newest release for clients between the two.
    const kinds = { policies, rising: policies || random.has(0.5), odd: false, signers };
    const world = randomWorld(random, kinds);
    const keys = randomKeys(random, signers);
    const client = randomClient(random, randomVersion(random, world, kinds));
    const rescued = rescuedOf(world);
    const builtIn = builtInKeysOf(keys);
    const expected = walk(world, client, { rescued, ...(builtIn && { keys }) })?.version;
    const published = candidatesOf(world.filter(({ state }) => state === 'published'));
    for (const releases of [world, published]) {
      const plan = planOffers({ releases, target: askedTarget, rescued, builtIn });
      assert.equal(
        decide(plan, client)?.release.version,
        expected,
        `world ${number}: ${JSON.stringify(client)}`,
      );
    }
    if (walk(world, client, { rescued })?.version !== expected) foreign += 1;
  }
  assert.ok(foreign > 1000, `${foreign} were led elsewhere by their keys`);
});
