import { defaultBrakes } from '../../../src/domain/model/rollout.ts';
import type { RolloutRequest } from '../../../src/domain/rollouts/transitions.ts';
import type { World } from '../../domain/world.ts';
import {
  type Act,
  caller,
  expect,
  type Model,
  type ModelRelease,
  type ModelRollout,
  nowMs,
  outcomeOf,
} from './model.ts';

/* The actions of publishers, a crash service and the clock on rollouts. */

const stepHours = 24;
const step = (permille: number) => ({ permille, afterHours: stepHours, needs: {} });

const planned: RolloutRequest = {
  ...{ steps: [step(10), step(500), step(1000)], withoutId: 'network', fleetSize: undefined, cohorts: [] },
  ...{ manual: true, newInstalls: false, rescue: true, brakes: defaultBrakes },
};

const isForEveryone = ({ state, rollout }: ModelRelease): boolean =>
  state === 'published' && (rollout === undefined || rollout.state === 'done');

/** Whether excluded clients have another release. */
const hasBase = ({ releases }: Model, { state, place }: ModelRelease): boolean =>
  [...releases.values()].some((one) => isForEveryone(one) && (state === 'draft' || one.place < place));

/** The reason a rollout cannot be controlled, if any. */
const steered = (release: ModelRelease | undefined): string | undefined => {
  if (release?.rollout === undefined) return 'not-found';
  if (release.state !== 'published') return 'not-published';
  return release.rollout.state === 'done' ? 'rollout-over' : undefined;
};

const takeStep = (world: World, rollout: ModelRollout): void => {
  rollout.permille = rollout.steps.shift() ?? rollout.permille;
  rollout.steppedMs = nowMs(world);
  if (rollout.permille === 1000) rollout.state = 'done';
};

/** A state change, or a no-op if the rollout is already in that state. */
const moveTo = (model: Model, rollout: ModelRollout | undefined, state: ModelRollout['state']): string => {
  if (rollout !== undefined && rollout.state !== state) {
    rollout.state = state;
    model.changes += 1;
  }
  return 'done';
};

export const rolloutKinds = [
  'plan',
  'advance',
  'pause',
  'resume',
  'complete',
  'health',
  'report',
  'policy',
  'watch',
] as const;

/** Publishing stops other rollouts of the channel and starts its own. */
export const startRollouts = (world: World, model: Model, release: ModelRelease): void => {
  for (const other of model.releases.values())
    if (other !== release && other.rollout?.state === 'rolling') moveTo(model, other.rollout, 'paused');
  if (release.rollout?.state !== 'planned') return;
  release.rollout.steppedMs = nowMs(world);
  moveTo(model, release.rollout, 'rolling');
};

export const rolloutActs: Record<(typeof rolloutKinds)[number], Act> = {
  plan: async (world, model, { version }) => {
    const release = model.releases.get(version);
    const actual = await outcomeOf(world.rolloutControl.plan(caller, release?.id ?? 'rel_none', planned));
    if (release === undefined) return [actual, 'not-found'];
    if (release.state === 'withdrawn') return [actual, 'not-published'];
    const plan = () => {
      const state = release.rollout?.state === 'paused' ? 'paused' : 'rolling';
      release.rollout = {
        state: release.state === 'draft' ? 'planned' : state,
        permille: 10,
        steps: [500, 1000],
        steppedMs: nowMs(world),
      };
    };
    return [actual, expect(hasBase(model, release) ? 'done' : 'no-base', model, plan)];
  },
  advance: async (world, model, { version }) => {
    const release = model.releases.get(version);
    const actual = await outcomeOf(
      world.rolloutControl.advance(caller, release?.id ?? 'rel_none', undefined),
    );
    const refused = steered(release);
    if (refused !== undefined || release?.rollout === undefined) return [actual, refused ?? ''];
    const { rollout } = release;
    if (rollout.state !== 'rolling') return [actual, 'rollout-paused'];
    return [actual, expect('done', model, () => takeStep(world, rollout))];
  },
  pause: async (world, model, { version }) => {
    const release = model.releases.get(version);
    const actual = await outcomeOf(world.rolloutControl.pause(caller, release?.id ?? 'rel_none', 'lunch'));
    return [actual, steered(release) ?? moveTo(model, release?.rollout, 'paused')];
  },
  resume: async (world, model, { version }) => {
    const release = model.releases.get(version);
    const actual = await outcomeOf(world.rolloutControl.resume(caller, release?.id ?? 'rel_none', undefined));
    const refused = steered(release);
    if (refused !== undefined || release?.rollout === undefined) return [actual, refused ?? ''];
    if (release.rollout.state === 'paused') release.rollout.steppedMs = nowMs(world);
    return [actual, moveTo(model, release.rollout, 'rolling')];
  },
  complete: async (world, model, { version }) => {
    const release = model.releases.get(version);
    const actual = await outcomeOf(world.rolloutControl.complete(caller, release?.id ?? 'rel_none'));
    if (release?.rollout?.state === 'done') return [actual, 'done'];
    const refused = steered(release);
    if (refused !== undefined || release?.rollout === undefined) return [actual, refused ?? ''];
    Object.assign(release.rollout, { permille: 1000, steps: [] });
    return [actual, moveTo(model, release.rollout, 'done')];
  },
  health: async (world, model, { version }) => {
    const release = model.releases.get(version);
    const actual = await outcomeOf(
      world.healthReports.haltByVerdict(caller, release?.id ?? 'rel_none', 'it crashes'),
    );
    return [actual, steered(release) ?? moveTo(model, release?.rollout, 'paused')];
  },
  report: async (world, _model, { version, target }) => {
    const site = await world.catalog.find(`${caller.app}.localhost`);
    const report = { version, target, outcome: 'crashed' as const };
    for (let i = 0; site !== undefined && i < 8; i++)
      world.clientReports.accept(site, report, {
        ...{ id: `copy-${i}`, manual: false, networkPrefix: `10.0.${i}.0/24` },
      });
    // Anonymous reports only warn and change nothing.
    return [await outcomeOf(world.clientReports.flush()), 'done'];
  },
  policy: async (world, model, { version, target }) => {
    const release = model.releases.get(version);
    const heldTargets = release?.heldTargets.has(target) ? [] : [target];
    const actual = await outcomeOf(
      world.releaseEdits.edit(caller, release?.id ?? 'rel_none', { heldTargets }),
    );
    if (release === undefined) return [actual, 'not-found'];
    const hold = () => Object.assign(release, { heldTargets: new Set(heldTargets) });
    return [actual, expect('done', model, hold)];
  },
  watch: async (world, model) => {
    const actual = await outcomeOf(world.supervisor.evaluateAll());
    const due = nowMs(world) - stepHours * 3600 * 1000;
    for (const { rollout } of model.releases.values()) {
      if (rollout?.state !== 'rolling' || rollout.steppedMs > due || rollout.steps.length === 0) continue;
      takeStep(world, rollout);
      model.changes += 1;
    }
    return [actual, 'done'];
  },
};
