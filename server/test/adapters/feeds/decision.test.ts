import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { feeds } from '../../../src/adapters/registry.ts';
import { choose, createRejectionCheck } from '../../../src/domain/decision/decide.ts';
import { planOffers } from '../../../src/domain/decision/plan.ts';
import { planFor } from '../../../src/domain/decision/planner.ts';
import { viewForVersion } from '../../../src/domain/decision/version-view.ts';
import type { Artifact } from '../../../src/domain/model/artifact.ts';
import type { Client } from '../../../src/domain/model/offer.ts';
import type { Policy } from '../../../src/domain/model/policy.ts';
import type { ReleaseWithArtifacts } from '../../../src/domain/model/release.ts';
import type { Rollout } from '../../../src/domain/model/rollout.ts';
import {
  type Reader,
  readAs,
  readerClientOf,
  readers,
  requestedChannel,
  rolloutOf,
  twoChannels,
} from './rolling.ts';
import { releaseOf } from './stage.ts';

/* For any channel and client, a document offers what the decision returns. */

const versions = ['1.0.0', '1.1.0', '1.2.0', '1.3.0', '2.0.0', '2.1.0', '3.0.0'];

interface Drawn {
  version: string;
  rollout: Rollout | undefined;
  policy: Policy;
  minimumSystem: string | undefined;
  isFit: boolean;
}

const maybe = <T>(drawn: fc.Arbitrary<T>) => fc.option(drawn, { nil: undefined, freq: 2 });

const rollouts = fc
  .record({
    permille: fc.constantFrom(0, 5, 10, 250, 500, 999),
    state: fc.constantFrom('rolling' as const, 'rolling' as const, 'paused' as const, 'done' as const),
    seed: fc.integer({ min: 0, max: 99 }),
    brakedTargets: fc
      .constantFrom<string[][]>([], [], ['windows-x86_64', 'darwin-aarch64', 'linux-x86_64'])
      .map((targets) => targets.flat()),
    capReached: fc.boolean(),
  })
  .map(({ permille, ...more }) => rolloutOf(permille, more));

const policies = fc.record(
  {
    milestone: fc.constant({ reason: 'It moves the data.' }),
    from: fc.constantFrom({ atLeast: '1.1.0' }, { except: ['1.2.0'] }),
    heldTargets: fc.constant(['windows-x86_64', 'darwin-aarch64', 'linux-x86_64']),
  },
  { requiredKeys: [] },
);

const drawnRelease = (version: string): fc.Arbitrary<Drawn> =>
  fc.record({
    version: fc.constant(version),
    rollout: maybe(rollouts),
    policy: fc.oneof(
      { weight: 2, arbitrary: fc.constant({}) },
      { weight: 1, arbitrary: policies },
    ) as fc.Arbitrary<Policy>,
    minimumSystem: maybe(fc.constantFrom('12', '13.1')),
    isFit: fc.boolean().chain((one) => fc.boolean().map((other) => one || other)),
  });

/** Releases in order of publication, which is not always version order. */
const worlds = fc
  .shuffledSubarray(versions, { minLength: 1 })
  .chain((some) => fc.boolean().map((isSorted) => (isSorted ? some.toSorted().toReversed() : some)))
  .chain((some) => fc.tuple(...some.map(drawnRelease)));

/** Releases in version order, all of them eligible. */
const rising = fc
  .subarray(versions, { minLength: 1 })
  .chain((some) => fc.tuple(...some.toReversed().map(drawnRelease)))
  .map((world) => world.map((one) => ({ ...one, isFit: true })));

/** Applies a rollout as a client with this bucket evaluates the percentage on a line. */
const resolveRollout = (bucket: number, rollout: Rollout | undefined): Rollout | undefined => {
  if (rollout?.state !== 'rolling') return rollout;
  const isIn = bucket < Math.floor(rollout.permille / 10);
  return isIn ? { ...rollout, permille: 1000 } : { ...rollout, state: 'paused' };
};

const clients: fc.Arbitrary<Client> = fc.record({
  currentVersion: maybe(fc.constantFrom('0.9.0', ...versions)),
  id: maybe(fc.integer({ min: 0, max: 30 }).map(String)),
  network: maybe(fc.constant('203.0.113.7')),
  cohort: maybe(fc.constantFrom('qa', 'other')),
  manual: fc.boolean(),
  system: maybe(fc.constantFrom('11.6', '12.7', '14')),
});

const rescued = new Set(['1.1.0']);

const fileOf = ({ fileOf: made }: Reader, { version, minimumSystem, isFit }: Drawn): Artifact => {
  const file = made(version);
  const facts = isFit ? file.facts : { fileName: 'odd' };
  const signature = isFit ? file.signature : 'odd';
  return {
    ...file,
    signature,
    facts: { ...facts, ...(minimumSystem === undefined ? {} : { minimumSystem }) },
  };
};

const releasesOf = (reader: Reader, world: readonly Drawn[]): ReleaseWithArtifacts[] =>
  world.map((drawn) =>
    releaseOf(drawn.version, [fileOf(reader, drawn)], { rollout: drawn.rollout, policy: drawn.policy }),
  );

describe('feed documents during rollouts', () => {
  for (const reader of readers) {
    const feed = feeds.find(({ id }) => id === reader.feed) ?? assert.fail();
    test(`${reader.feed} ${reader.document} offers what the decision returns`, () => {
      fc.assert(
        fc.property(worlds, clients, (world, client) => {
          const releases = releasesOf(reader, world);
          const readerClient = readerClientOf(reader, client);
          const target = reader.fileOf('1.0.0').target;
          const plan = planOffers({ releases, target, rescued });
          const chosen = choose(viewForVersion(plan, readerClient.currentVersion), readerClient);
          const answer = readAs(feed, reader.document, { releases, client: readerClient, rescued });
          const offered = reader.versionIn(answer?.body ?? '');
          // The server compares versions if the client asks it to.
          const isSilent = reader.document.startsWith('mac:') && chosen?.isNewer === false;
          const isFit = (version: string) => world.find((one) => one.version === version)?.isFit === true;
          if (chosen === undefined) assert.ok(offered === undefined || isFit(offered));
          else if (isFit(chosen.offer.release.version))
            assert.equal(offered, isSilent ? undefined : chosen.offer.release.version);
          const offer = plan.offers.find(({ release }) => release.version === offered);
          if (offer !== undefined) assert.equal(createRejectionCheck(readerClient, plan)(offer), undefined);
        }),
        { seed: 11, numRuns: 200 },
      );
    });
  }

  test('squirrel releases:x86_64 offers each bucket what the decision returns', () => {
    const reader = readers.find(({ document }) => document.startsWith('releases:')) ?? assert.fail();
    const feed = feeds.find(({ id }) => id === reader.feed) ?? assert.fail();
    fc.assert(
      fc.property(rising, fc.integer({ min: 0, max: 99 }), (world, bucket) => {
        const releases = releasesOf(reader, world);
        const body = readAs(feed, reader.document, { releases, client: {} })?.body ?? '';
        // The lines that the client keeps.
        const lines = body
          .split('\n')
          .filter((line) => bucket < Number(/# +(\d{1,3})%$/.exec(line)?.[1] ?? 100));
        const taken = reader.versionIn(lines.map((line) => line.replace(/\s*#.*$/, '')).join('\n'));
        const resolved = releases.map((release) => ({
          ...release,
          rollout: resolveRollout(bucket, release.rollout),
        }));
        const plan = planOffers({ releases: resolved, target: reader.fileOf('1.0.0').target });
        const base = choose(
          viewForVersion(planOffers({ releases, target: reader.fileOf('1.0.0').target }), undefined),
          {},
        );
        // A rollout is listed only next to a release for everyone.
        const expected = base && choose(viewForVersion(plan, undefined), { id: 'anyone' });
        assert.equal(taken, expected?.offer.release.version);
      }),
      { seed: 12, numRuns: 300 },
    );
  });

  for (const reader of readers)
    test(`${reader.feed} ${reader.document} offers from two channels what the decision returns`, () => {
      const feed = feeds.find(({ id }) => id === reader.feed) ?? assert.fail();
      const { target } = reader.fileOf('1.0.0');
      const fitIn = (world: readonly Drawn[], channel: string) =>
        releasesOf(
          reader,
          world.map((one) => ({ ...one, isFit: true })),
        ).map((release) => ({ ...release, id: `${channel} ${release.id}`, channel }));
      fc.assert(
        fc.property(worlds, worlds, clients, (one, two, client) => {
          const [releases, others] = [fitIn(one, 'beta'), fitIn(two, 'stable')];
          const readerClient = readerClientOf(reader, client);
          const source = twoChannels({ releases, rescued }, { releases: others, rescued });
          const plan = planFor(source, { channel: requestedChannel, target });
          const chosen = choose(viewForVersion(plan, readerClient.currentVersion), readerClient);
          const also = { releases: others, rescued };
          const answer = readAs(feed, reader.document, { releases, client: readerClient, rescued, also });
          const isSilent = reader.document.startsWith('mac:') && chosen?.isNewer === false;
          const expected = isSilent ? undefined : chosen?.offer.release.version;
          assert.equal(reader.versionIn(answer?.body ?? ''), expected);
        }),
        { seed: 13, numRuns: 100 },
      );
    });
});
