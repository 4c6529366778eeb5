import { compareVersions, parseVersion } from '@slipway/core/version.ts';
import type { Artifact } from '../../src/domain/model/artifact.ts';
import type { Client } from '../../src/domain/model/offer.ts';
import type { Policy } from '../../src/domain/model/policy.ts';
import type { ReleaseWithArtifacts } from '../../src/domain/model/release.ts';
import { defaultBrakes, type Rollout } from '../../src/domain/model/rollout.ts';
import type { SignatureVerdict } from '../../src/domain/model/signature-verdict.ts';
import type { Random } from './random.ts';

/* Random channels and clients: releases in any order and state. */

/** The releases of a channel, last published first. */
export type World = readonly ReleaseWithArtifacts[];

const targets = ['here', 'there'] as const;
export const askedTarget = 'here';
const moment = '2026-01-01T00:00:00.000Z';

const majors = ['0', '1', '2', '3', '10'] as const;
const tails = ['', '.0', '.1', '.1.0', '.9', '.10', '-beta.1', '.1-beta.2', '.1-rc'] as const;
/** Comparable versions, and some that cannot be parsed. */
const readable = (random: Random): string =>
  `${random.has(0.1) ? 'v' : ''}${random.pick(majors)}${random.pick(tails)}`;
const odd = ['nightly', 'r2.1', 'r10', 'build-7', 'release-1.10', 'a1b2c3', '1.0+x'] as const;
const systems = ['10', '11.0', '12.7.6', '14'] as const;

export interface Kinds {
  /** Whether releases have policies and rollouts. */
  policies: boolean;
  /** Whether versions rise with publication, as usual, and are all distinct. */
  rising: boolean;
  /** Whether some versions have a prefix before their numbers, or no numbers. */
  odd: boolean;
  /** The signing keys that signed some of the files. */
  signers?: readonly [string, ...string[]];
}

const verdictBy = (id: string): SignatureVerdict => ({
  at: moment,
  signedBy: { id, keyId: id, version: undefined },
});

export const artifactNamed = (target: string, more: Partial<Artifact> = {}): Artifact => ({
  id: `art_${target}`,
  releaseId: 'rel',
  target,
  format: '.bin',
  sizeBytes: 1,
  sha256: 'a'.repeat(64),
  signature: undefined,
  contentType: undefined,
  companionOf: undefined,
  facts: {},
  state: 'active',
  uploadedAt: undefined,
  uploadId: undefined,
  stored: { store: 'files', seal: 'x' },
  ...more,
});

const artifactsOf = (random: Random, { policies, signers }: Kinds): Artifact[] =>
  random.some(targets, 0.85).map((target) =>
    artifactNamed(target, {
      state: random.has(0.12) ? 'pruned' : 'active',
      companionOf: random.has(0.04) ? 'else' : undefined,
      facts: policies && random.has(0.3) ? { minimumSystem: random.pick(systems) } : {},
      ...(signers !== undefined && random.has(0.8) ? { verdict: verdictBy(random.pick(signers)) } : {}),
    }),
  );

const versionsFor = (random: Random, count: number, kinds: Kinds): string[] => {
  const made = Array.from({ length: count }, () =>
    kinds.odd && random.has(0.3) ? random.pick(odd) : readable(random),
  );
  const unique = [...new Map(made.map((version) => [version.replace(/^v/, ''), version])).values()];
  const order = (a: string, b: string) => compareVersions(parseVersion(a), parseVersion(b));
  if (!kinds.rising) return unique;
  const sorted = unique.toSorted(order);
  return sorted.filter((version, index) => index === 0 || order(sorted[index - 1] as string, version) < 0);
};

const policyFor = (random: Random, versions: readonly string[]): Policy => ({
  ...(random.has(0.25) ? { milestone: { reason: 'moves data' } } : {}),
  ...(random.has(0.1) ? { critical: true as const } : {}),
  ...(random.has(0.15)
    ? {
        from: {
          ...(random.has(0.5) ? { atLeast: readable(random) } : {}),
          ...(random.has(0.6) ? { except: random.some(versions, 0.3) } : {}),
        },
      }
    : {}),
  ...(random.has(0.12) ? { heldTargets: random.some(targets, 0.6) } : {}),
});

const states = ['rolling', 'rolling', 'rolling', 'paused', 'planned', 'done'] as const;
const permilles = [0, 1, 10, 100, 500, 900, 1000] as const;

export const rolloutOf = (releaseId: string, more: Partial<Rollout> = {}): Rollout => ({
  releaseId,
  seed: 1,
  permille: 100,
  state: 'rolling',
  stopped: undefined,
  steps: [],
  steppedAt: moment,
  round: 0,
  stepNumber: 0,
  withoutId: 'network',
  capReached: false,
  fleetSize: undefined,
  cohorts: [],
  manual: true,
  newInstalls: false,
  rescue: true,
  brakes: defaultBrakes,
  brakedTargets: [],
  ...more,
});

export const randomRollout = (random: Random, releaseId: string): Rollout => {
  const state = random.pick(states);
  return rolloutOf(releaseId, {
    state,
    seed: random.below(2 ** 32),
    permille: random.has(0.5) ? random.pick(permilles) : random.below(1001),
    stopped: state === 'paused' ? { by: 'publisher', reason: 'Crashes.', at: moment } : undefined,
    withoutId: random.has(0.2) ? 'hold' : 'network',
    capReached: random.has(0.3),
    cohorts: random.has(0.3) ? ['qa'] : [],
    manual: random.has(0.8),
    rescue: random.has(0.8),
    brakedTargets: random.has(0.1) ? random.some(targets, 0.5) : [],
  });
};

export const releaseNamed = (
  version: string,
  sequence: number,
  more: Partial<ReleaseWithArtifacts> = {},
): ReleaseWithArtifacts => ({
  id: `rel_${sequence}`,
  app: 'app',
  channel: 'stable',
  version,
  notes: '',
  state: 'published',
  pubDate: moment,
  createdAt: moment,
  publishedAt: moment,
  withdrawnAt: undefined,
  withdrawReason: undefined,
  sequence,
  revision: 0,
  touchedAt: moment,
  policy: {},
  artifacts: [],
  ...more,
});

export const randomWorld = (random: Random, kinds: Kinds): World => {
  const versions = versionsFor(random, random.below(11), kinds);
  const releases = versions.map((version, sequence) =>
    releaseNamed(version, sequence, {
      state: random.has(0.12) ? 'withdrawn' : 'published',
      artifacts: artifactsOf(random, kinds),
      ...(kinds.policies ? { policy: policyFor(random, versions) } : {}),
      ...(kinds.policies && random.has(0.4) ? { rollout: randomRollout(random, `rel_${sequence}`) } : {}),
    }),
  );
  return releases.toReversed();
};

/** The withdrawn versions, whose clients are rescued. */
export const rescuedOf = (world: World): ReadonlySet<string> =>
  new Set(world.filter(({ state }) => state === 'withdrawn').map(({ version }) => version.replace(/^v/, '')));

export const randomVersion = (random: Random, world: World, kinds: Kinds): string => {
  const existing = world[random.below(world.length || 1)]?.version;
  if (existing !== undefined && random.has(0.5)) return existing;
  if (random.has(0.1)) return random.pick(['', '0', 'nightly', 'x', '999']);
  return kinds.odd && random.has(0.3) ? random.pick(odd) : readable(random);
};

export const randomClient = (random: Random, currentVersion: string | undefined): Client => ({
  currentVersion,
  id: random.has(0.5) ? `client-${random.below(1e6)}` : undefined,
  network: random.has(0.8) ? `203.0.113.${random.below(256)}` : undefined,
  cohort: random.has(0.15) ? random.pick(['qa', 'other']) : undefined,
  manual: random.has(0.15),
  system: random.has(0.6) ? random.pick([...systems, '9', 'unknown']) : undefined,
});
