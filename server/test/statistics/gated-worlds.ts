import type { Client } from '../../src/domain/model/offer.ts';
import type { ReleaseWithArtifacts } from '../../src/domain/model/release.ts';
import { createRandom, type Random } from '../decision/random.ts';
import { artifactNamed, askedTarget, randomRollout, releaseNamed, type World } from '../decision/worlds.ts';

/* Channels whose every release admits only some clients, each in a different way. */

type GateFactory = (random: Random, number: number) => Partial<ReleaseWithArtifacts>;

const needing = (system: number) => ({
  artifacts: [artifactNamed(askedTarget, { facts: { minimumSystem: `${system}.0` } })],
});
const anySystem = { artifacts: [artifactNamed(askedTarget)] };

export const bySystem = 'a minimum system each';

const gateFactories: Record<string, GateFactory> = {
  [bySystem]: (_, number) => needing(number),
  'a rule of its own each': (_, number) => ({
    ...anySystem,
    policy: { from: { atLeast: `0.${number}`, except: [`0.${number + 7}`, `0.${number + 11}`] } },
  }),
  'either, rollouts and milestones among them': (random, number) => ({
    ...(random.has(0.6) ? needing(random.below(500)) : anySystem),
    policy: {
      ...(random.has(0.6) ? { from: { except: [`0.${random.below(500)}`, `${number - 3}.0.0`] } } : {}),
      ...(number % 100 === 50 ? { milestone: { reason: 'moves data' } } : {}),
    },
    ...(number % 40 === 7 ? { rollout: randomRollout(random, `rel_${number}`) } : {}),
  }),
};

/** Worlds of this many gated releases, by kind of gate; last published first. */
export const gatedWorlds = (count: number): Map<string, World> =>
  new Map(
    Object.entries(gateFactories).map(([name, fieldsOf]) => {
      const random = createRandom(500);
      const releases = Array.from({ length: count }, (_, index) =>
        releaseNamed(`${index + 1}.0.0`, index + 1, fieldsOf(random, index + 1)),
      );
      return [name, releases.toReversed()];
    }),
  );

/** Clients with systems and versions of every age. */
export const gatedClients = (count: number): Client[] => {
  const versions = Array.from({ length: 12 }, (_, index) => `0.${Math.round((count * index) / 11)}`);
  const systems = Array.from({ length: 12 }, (_, index) => `${Math.round((count * index) / 11)}.0`);
  return versions.flatMap((currentVersion) =>
    [undefined, ...systems].map((system) => ({ currentVersion, system, id: `${currentVersion} ${system}` })),
  );
};
