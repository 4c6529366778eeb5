import assert from 'node:assert/strict';
import { blobContentOf } from '../../../src/domain/model/artifact.ts';
import { Refusal } from '../../../src/domain/model/errors.ts';
import { admin, type World } from '../../domain/world.ts';

/* A small model of what publishers and clients should see. */

export const versions = ['0.9.0', '1.0.0', '1.1.0', '2.0.0-beta', '2.0.0'] as const;
export const targets = ['linux-x86_64', 'darwin-aarch64'] as const;
export type Target = (typeof targets)[number];

export interface ModelArtifact {
  content: string;
  isUploaded: boolean;
  isPruned: boolean;
}

export interface ModelRollout {
  state: 'planned' | 'rolling' | 'paused' | 'done';
  permille: number;
  /** Remaining steps in permille. */
  steps: number[];
  steppedMs: number;
}

export interface ModelRelease {
  id: string;
  version: string;
  state: 'draft' | 'published' | 'withdrawn';
  place: number;
  /** The last activity, in milliseconds since 1970. */
  touchedMs: number;
  artifacts: Map<Target, ModelArtifact>;
  rollout?: ModelRollout;
  /** Targets that its publisher holds back. */
  heldTargets: ReadonlySet<Target>;
}

export interface Model {
  releases: Map<string, ModelRelease>;
  isActive: boolean;
  publications: number;
  changes: number;
}

/** The object of an action. */
export interface Subject {
  version: (typeof versions)[number];
  target: Target;
  content: 'a' | 'b';
}

export type Act = (
  world: World,
  model: Model,
  subject: Subject,
) => Promise<[actual: string, expected: string]>;

export const caller = { app: 'hello', actor: admin };
export const dayMs = 24 * 3600 * 1000;

export const nowMs = ({ clock }: World): number => Date.parse(clock.now());

/** Whether a draft was idle for so long that its uploads may be collected. */
export const isIdle = (world: World, { touchedMs }: ModelRelease): boolean =>
  touchedMs < nowMs(world) - 7 * dayMs;

/** The outcome of a call: its code if it was rejected. */
export const outcomeOf = async (pending: Promise<unknown>): Promise<string> => {
  try {
    await pending;
    return 'done';
  } catch (error) {
    if (error instanceof Refusal) return error.code;
    throw error;
  }
};

/** A step's expected outcome, and its change to the model if it succeeds. */
export const expect = (expected: string, model: Model, change: () => void): string => {
  if (expected === 'done') {
    change();
    model.changes += 1;
  }
  return expected;
};

/**
 * Compares the storage with the releases: a published release has its bytes, and only an idle draft may have lost its
 * uploads. The model is then updated with what was lost.
 */
export const compareBytes = async (world: World, model: Model): Promise<void> => {
  const blobKeys = new Set(world.blobs.holds());
  for (const release of model.releases.values()) {
    const { artifacts = [] } = (await world.store.findRelease('hello', release.id)) ?? {};
    for (const [target, artifact] of release.artifacts) {
      const actual = artifacts.find((candidate) => candidate.target === target);
      assert.ok(actual, `${release.version} has lost ${target}`);
      const { stagedKey, storedKey } = blobContentOf(actual);
      if (release.state !== 'draft') {
        assert.equal(actual.state, artifact.isPruned ? 'pruned' : 'active');
        assert.ok(
          artifact.isPruned || blobKeys.has(storedKey),
          `${release.version} is out without its bytes`,
        );
        continue;
      }
      const isThere = blobKeys.has(stagedKey) || blobKeys.has(storedKey);
      if (artifact.isUploaded && !isThere)
        assert.ok(isIdle(world, release), `${release.version} is worked on and lost its bytes`);
      assert.ok(artifact.isUploaded || !isThere, `${release.version} has bytes that nobody uploaded`);
      artifact.isUploaded = isThere;
    }
  }
};
