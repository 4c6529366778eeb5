import assert from 'node:assert/strict';
import { decide } from '../../src/domain/decision/decide.ts';
import { planFor } from '../../src/domain/decision/planner.ts';
import { asSeenByAdmitted } from '../../src/domain/explain/apply-action.ts';
import { isMain } from '../../src/domain/model/artifact.ts';
import { isHeldFor } from '../../src/domain/model/hold.ts';
import type { ReleaseWithArtifacts } from '../../src/domain/model/release.ts';
import { isForNewInstalls, isUnfinished } from '../../src/domain/model/rollout.ts';
import type { Site } from '../../src/domain/model/site.ts';
import { createRolloutSimulator } from '../../src/domain/rollouts/simulate.ts';
import { add, rest, type Scene, siteOf } from './agreement-scene.ts';
import { app, channels } from './agreement-world.ts';
import { randomVersion, rolloutOf } from './worlds.ts';

/* Offers, effects, simulations and links agree with the check. */

const mapReleases = (site: Site, change: (release: ReleaseWithArtifacts) => ReleaseWithArtifacts): Site => ({
  ...site,
  channels: new Map([...site.channels].map(([name, releases]) => [name, releases.map(change)])),
});

export const offersAgree = async ({ services, counts, site, targets }: Scene): Promise<void> => {
  const offers = await services.previews.listOffers(app);
  const letIn = mapReleases(site, asSeenByAdmitted);
  for (const channel of channels)
    for (const target of targets) {
      const listed = offers.find((one) => one.channel === channel && one.target === target);
      const id = decide(planFor(site, { channel, target }), {})?.release.id;
      const rolling = decide(planFor(letIn, { channel, target }), {})?.release.id;
      assert.equal(listed?.release.id, id, 'the offer');
      if (listed !== undefined) assert.equal(listed.rolling?.id ?? id, rolling, 'the offer of the admitted');
      add(counts, 'offers');
      add(counts, 'offers: offered', id !== undefined);
      add(counts, 'offers: rolling', listed?.rolling !== undefined);
    }
};

export const effectsAgree = async ({ services, counts, site, random }: Scene): Promise<void> => {
  const all = [...site.channels.values()].flat();
  const release = all[random.below(all.length)];
  if (release === undefined) return;
  const before = mapReleases(site, (one) => (one.id === release.id ? asSeenByAdmitted(one) : one));
  const { effects } = await services.previews.previewEffects(app, release.id, { verb: 'withdraw' });
  for (const { channel, target, now, after } of effects) {
    assert.equal(now?.id, decide(planFor(before, { channel, target }), {})?.release.id, 'now');
    add(counts, 'effects');
    add(counts, 'effects: changed', now?.id !== after?.id);
  }
};

/** Over all releases, not only those that a site holds. */
export const newInstallsAgree = ({ services, counts, site, published, targets }: Scene): void => {
  const { latestLinks, pages } = services;
  const hasFile = (release: ReleaseWithArtifacts, target: string): boolean =>
    release.artifacts.some((one) => one.target === target && one.state === 'active' && isMain(one));
  for (const channel of channels) {
    const eligible = (published.get(channel) ?? []).filter(({ rollout }) => isForNewInstalls(rollout));
    // A rollout without a file is not in the site.
    const latest = eligible.find(
      (one) => !isUnfinished(one.rollout) || targets.some((target) => hasFile(one, target)),
    );
    const page = pages.latest(site, { channel, limit: 1 }).answer.body.toString();
    const { version, platforms = {} } = JSON.parse(page) as {
      version?: string;
      platforms?: Record<string, { url: string }>;
    };
    assert.equal(version, latest?.version, 'latest');
    const files: string[] = [];
    for (const target of targets) {
      const isFor = (one: ReleaseWithArtifacts) => hasFile(one, target) && !isHeldFor(one, target);
      const link = eligible.find(isFor);
      const found = latestLinks.find(site, channel, target);
      assert.equal(found?.release.id, link?.id, 'the permanent link');
      const isListed = latest !== undefined && isFor(latest);
      assert.equal(platforms[target] !== undefined, isListed, 'a file of latest');
      if (isListed) assert.equal(link?.id, latest.id, 'the link to a file of latest');
      if (found !== undefined) files.push(found.release.id);
      const offered = decide(planFor(site, { channel, target }), {})?.release.id;
      add(counts, 'new installs');
      add(counts, 'new installs: linked', link !== undefined);
      add(counts, 'new installs: not the offer', link?.id !== offered);
    }
    const listed = latestLinks.filesOf(site, channel).map(({ release }) => release.id);
    assert.deepEqual(listed.sort(), files.sort(), 'the download page');
  }
};

/** What a simulation says of a client comes true. */
export const simulationAgrees = async (scene: Scene): Promise<void> => {
  const { world, counts, random, ids, releases, targets } = scene;
  const id = ids[random.below(ids.length)] ?? '';
  const release = await world.store.findRelease(app, id);
  if (release?.state !== 'published') return;
  const { channel, sequence } = release;
  if (!(await world.store.hasFullyReleased(app, channel, sequence))) return;
  const plan = {
    ...rolloutOf(id),
    fleetSize: 1,
    steps: [{ permille: 10, afterHours: 1, needs: {} }] as const,
  };
  const forecastOf = async (target: string, version: string) => {
    const listFleet = async () => [{ channel, target, version, checks: 1, withId: 1 }] as never;
    const store = { ...world.store, listFleet };
    const { simulate } = createRolloutSimulator({ store, clock: world.clock, rest });
    return { target, version, forecast: (await simulate(app, id, plan)).forecast };
  };
  const kinds = { policies: true, rising: false, odd: false };
  const versions = [
    '0.0.1',
    '1.0.0',
    ...Array.from({ length: 3 }, () => randomVersion(random, releases, kinds)),
  ];
  const forecasts = await Promise.all(
    versions.flatMap((version) => targets.map((target) => forecastOf(target, version || '0'))),
  );
  for (const permille of [0, 1000]) {
    await world.store.transaction(async (tx) => {
      await tx.putRollout({ ...plan, ...{ permille, steps: [], round: 1 } });
      await tx.raiseGeneration(app);
    });
    await world.catalog.settled();
    const site = await siteOf(world);
    for (const { target, version, forecast } of forecasts) {
      const client = { currentVersion: version, id: 'someone' };
      const isOffered = decide(planFor(site, { channel, target }), client)?.release.id === id;
      assert.equal(forecast.at(permille).clients, Number(isOffered), `${version} at ${permille}`);
      add(counts, 'simulate');
      add(counts, 'simulate: offered', isOffered);
    }
  }
};
