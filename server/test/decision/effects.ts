import assert from 'node:assert/strict';
import { decide } from '../../src/domain/decision/decide.ts';
import { planFor } from '../../src/domain/decision/planner.ts';
import type { ReleaseAction } from '../../src/domain/explain/apply-action.ts';
import { createEffectPreviews } from '../../src/domain/explain/effects.ts';
import { defaultBrakes } from '../../src/domain/model/rollout.ts';
import { publishWorld } from '../conformance/store/publish-world.ts';
import { admin, createWorld } from '../domain/world.ts';
import { createRandom, type Random } from './random.ts';
import { type Kinds, type World as Releases, randomRollout, randomWorld } from './worlds.ts';

/* Previewed effects equal real ones: every previewed action is applied, in random worlds. */

const kinds: Kinds = { policies: true, rising: false, odd: true };
const app = 'hello';
const caller = { app, actor: admin };
/** A client that only this release's rollout admits. */
const client = { cohort: 'of-this-one' };
const targets = ['here', 'there', 'elsewhere'];

type World = ReturnType<typeof createWorld>;

/** The actual offers by channel and target. */
const offered = async ({ catalog }: World): Promise<Map<string, string | undefined>> => {
  const site = await catalog.find('hello.localhost');
  assert.ok(site);
  const places = ['stable', 'beta', 'other'].flatMap((channel) =>
    targets.map((target) => ({ channel, target })),
  );
  return new Map(
    places.map(({ channel, target }) => [
      `${channel} ${target}`,
      decide(planFor(site, { channel, target }), client)?.release.id,
    ]),
  );
};

const randomizeChannels = (random: Random, releases: Releases): Releases =>
  releases.map((release, index) => ({
    ...release,
    channel: random.has(0.2) ? 'beta' : 'stable',
    ...(release.rollout && index === 0
      ? { rollout: { ...release.rollout, permille: random.pick([0, 500, 1000]) } }
      : {}),
  }));

/** A draft with files, and perhaps a rollout that starts on publication. */
const makeDraft = async (world: World, random: Random): Promise<string> => {
  const fields = {
    version: `${random.below(20)}.77.${random.below(9)}`,
    channel: random.pick(['stable', 'beta']),
  };
  const { id } = await world.drafts.createDraft(caller, fields);
  for (const target of random.some(targets, 0.6))
    await world.upload(app, fields, { target, bytes: Buffer.from(`${fields.version} ${target}`) });
  if (random.has(0.5))
    await world.store.transaction((tx) =>
      tx.putRollout({
        ...{ ...randomRollout(random, id), state: 'planned', stopped: undefined, brakes: defaultBrakes },
        ...{ cohorts: ['of-this-one'], brakedTargets: [] },
      }),
    );
  return id;
};

/** Picks a published release and admits our client to its rollout. */
const choose = async (
  { store, withdrawals }: World,
  random: Random,
  ids: readonly string[],
): Promise<string> => {
  const id = ids[random.below(ids.length)] ?? '';
  const release = await store.findRelease(app, id);
  const rollout = release?.rollout;
  if (rollout !== undefined)
    await store.transaction(async (tx) => {
      await tx.putRollout({ ...rollout, cohorts: ['of-this-one'] });
      await tx.raiseGeneration(app);
    });
  if (release?.state === 'published' && random.has(0.3)) await withdrawals.withdraw(caller, id, 'bad');
  return id;
};

const actionFor = async ({ store }: World, random: Random, id: string): Promise<ReleaseAction> => {
  const { state, artifacts = [] } = (await store.findRelease(app, id)) ?? {};
  if (state === 'draft') return { verb: 'publish' };
  const target = artifacts[random.below(artifacts.length)]?.target;
  if (random.has(0.4)) return { verb: 'prune', ...(random.has(0.6) && target !== undefined && { target }) };
  return { verb: state === 'published' ? 'withdraw' : 'restore' };
};

const act = async (
  { store, withdrawals, publishing }: World,
  id: string,
  action: ReleaseAction,
): Promise<void> => {
  if (action.verb === 'publish') await publishing.publish(caller, id);
  else if (action.verb === 'withdraw') await withdrawals.withdraw(caller, id, 'bad');
  else if (action.verb === 'restore') await withdrawals.restore(caller, id);
  else
    for (const { target } of (await store.findRelease(app, id))?.artifacts ?? [])
      if (action.target === undefined || action.target === target)
        await withdrawals.prune(caller, id, target);
};

/** In one world: the preview of an action equals the offers before and after it, and nothing else changes. */
const checkPreviewOnce = async (random: Random, made: Map<string, number>): Promise<void> => {
  const world = createWorld();
  await world.appAdmin.createApp({ slug: app }, admin);
  for (const name of ['beta', 'other']) await world.appAdmin.createChannel(caller, name);
  await world.appAdmin.changeChannel(caller, 'beta', { alsoOffers: 'stable' });
  const ids = await publishWorld(world.store, app, randomizeChannels(random, randomWorld(random, kinds)));
  const id =
    ids.length === 0 || random.has(0.35) ? await makeDraft(world, random) : await choose(world, random, ids);
  const previews = createEffectPreviews({
    ...{ store: world.store, clock: world.clock, reviews: world.reviews, usageMeter: world.usageMeter },
    ...{ checkCounts: { flush: async () => undefined }, rest: async () => undefined },
  });
  const action = await actionFor(world, random, id);
  const { effects } = await previews.previewEffects(app, id, action);
  const before = await offered(world);
  await act(world, id, action);
  await world.catalog.settled();
  const after = await offered(world);
  const effectsByPlace = new Map(effects.map((one) => [`${one.channel} ${one.target}`, one]));
  for (const [place, was] of before) {
    const effect = effectsByPlace.get(place);
    const what = `${action.verb} ${action.target ?? ''} at ${place}`;
    if (effect === undefined) assert.equal(after.get(place), was, `${what} changed without a word`);
    else {
      assert.equal(effect.now?.id, was, `now: ${what}`);
      assert.equal(effect.after?.id, after.get(place), `then: ${what}`);
      const kind = was === after.get(place) ? 'unchanged' : 'changed';
      made.set(`${action.verb} ${kind}`, (made.get(`${action.verb} ${kind}`) ?? 0) + 1);
    }
  }
};

/** Previews and applies this many actions, each in a new world; every kind must have changed something. */
export const checkPreviews = async (count: number): Promise<void> => {
  const random = createRandom(2026);
  const made = new Map<string, number>();
  for (let i = 0; i < count; i++) await checkPreviewOnce(random, made);
  for (const verb of ['publish', 'withdraw', 'restore', 'prune'])
    assert.ok((made.get(`${verb} changed`) ?? 0) > count / 100, JSON.stringify([...made]));
};
