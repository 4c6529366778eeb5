import assert from 'node:assert/strict';
import { isNewer, parseVersion } from '@slipway/core/version.ts';
import { feeds } from '../../src/adapters/registry.ts';
import { choose, decide, findDecidingRollout } from '../../src/domain/decision/decide.ts';
import { createPlanner, planFor } from '../../src/domain/decision/planner.ts';
import { viewForVersion } from '../../src/domain/decision/version-view.ts';
import type { Client, ConsideredRelease } from '../../src/domain/model/offer.ts';
import type { Site } from '../../src/domain/model/site.ts';
import { readerClientOf, readers } from '../adapters/feeds/rolling.ts';
import { publishWorld } from '../conformance/store/publish-world.ts';
import { effectsAgree, newInstallsAgree, offersAgree, simulationAgrees } from './agreement-previews.ts';
import {
  type Ask,
  add,
  type Counts,
  inApps,
  openServices,
  readPublished,
  type Scene,
  type Services,
  siteOf,
} from './agreement-scene.ts';
import { app, channels, createEmptyApp, withFiles } from './agreement-world.ts';
import {
  artifactNamed,
  askedTarget,
  randomClient,
  randomVersion,
  releaseNamed,
  rolloutOf,
} from './worlds.ts';

/* Everything that says what a client gets says the same, in random apps: the check, feeds, explanations, previews. */

/** The release in the response of a check. */
const checkedId = ({ check }: Services, site: Site, { channel, target, client }: Ask): string | undefined => {
  const [system = '', arch = ''] = target.split('-');
  const { body } = check.previewResponse(check.prepareFor(site, { channel, target: system, arch }), client);
  const text = body.toString();
  return text === '' ? undefined : /download\/([^/]+)\//.exec((JSON.parse(text) as { url: string }).url)?.[1];
};

/** The explanation names the check's release and rollout, and gives every client one offer at most. */
const explanationAgrees = async (
  { world, services, counts }: Pick<Scene, 'world' | 'services' | 'counts'>,
  site: Site,
  { channel, target, client }: Ask,
): Promise<void> => {
  const expected = checkedId(services, site, { channel, target, client });
  const explained = await world.checkExplanations.explain(app, { channel, target }, client);
  assert.equal(explained.site, site, 'the response that explain shows');
  assert.equal(explained.release?.id, expected, 'explain and the check');
  const rollout = findDecidingRollout(planFor(site, { channel, target }), client)?.release.id;
  assert.equal(findDecidingRollout(explained.plan, client)?.release.id, rollout, 'the rollout of explain');
  const offered = explained.considered.filter(({ verdict }) => verdict === 'offered');
  assert.deepEqual(
    offered.map(({ version }) => version),
    explained.release === undefined ? [] : [explained.release.version],
  );
  add(counts, 'explain');
  add(counts, 'explain: offered', expected !== undefined);
  add(counts, 'explain: met a rollout', rollout !== undefined);
  add(
    counts,
    'explain: file held',
    explained.considered.some(({ verdict }) => verdict === 'target-held'),
  );
};

const checkAgrees = async (scene: Scene, ask: Ask): Promise<void> => {
  const { site, read, world, services, published, counts } = scene;
  const { channel, target, client } = ask;
  const trace: ConsideredRelease[] = [];
  const expected = decide(planFor(site, { channel, target }), client, trace)?.release;
  const rollout = findDecidingRollout(planFor(site, { channel, target }), client)?.release.id;
  for (const other of [
    planFor(read, { channel, target }),
    createPlanner(site)({ channel, target }),
    planFor({ ...site, channels: published }, { channel, target }),
  ]) {
    assert.equal(decide(other, client)?.release.id, expected?.id, 'another plan');
    assert.equal(findDecidingRollout(other, client)?.release.id, rollout, 'the rollout of another plan');
  }
  assert.equal(checkedId(services, site, ask), expected?.id, 'the rendered check');
  add(counts, 'check');
  add(counts, 'check: other channel', expected !== undefined && expected.channel !== channel);
  add(
    counts,
    'check: key refused',
    trace.some(({ verdict }) => verdict === 'other-key'),
  );
  await explanationAgrees({ world, services, counts }, site, ask);
};

/** The document offers what the check would offer the client that its feed sees; so says the feed's explanation. */
export const feedAgrees = async (
  { services, counts, reader }: Pick<Scene, 'services' | 'counts' | 'reader'>,
  site: Site,
  { channel, target, client }: Ask,
): Promise<void> => {
  const asReader = readerClientOf(reader, client);
  const chosen = choose(
    viewForVersion(planFor(site, { channel, target }), asReader.currentVersion),
    asReader,
  );
  const isSilent = reader.document.startsWith('mac:') && chosen?.isNewer === false;
  const expected = isSilent ? undefined : chosen?.offer.release.version;
  assert.equal(await services.readFeed(site, reader, { channel, client: asReader }), expected, reader.feed);
  add(counts, 'feed');
  add(counts, 'feed: offered', expected !== undefined);
  const { currentVersion } = client;
  // An explanation is always for a version.
  if (currentVersion === undefined) return;
  const isNews = expected !== undefined && isNewer(parseVersion(expected), currentVersion);
  const explained = await services.feedExplanations.explain(app, reader.feed, { ...client, channel, target });
  assert.equal(explained.release?.version, isNews ? expected : undefined, `explained ${reader.feed}`);
  add(counts, 'feed explain');
  add(counts, 'feed explain: offered', isNews);
};

const feedListAgrees = async ({
  services,
  counts,
  reader,
  site,
  targets: [target],
}: Scene): Promise<void> => {
  const addresses = await services.feedExplanations.listFeeds(app);
  for (const channel of channels) {
    const listed = addresses.filter(
      (one) => one.feed === reader.feed && one.channel === channel && one.version !== undefined,
    );
    const version = decide(planFor(site, { channel, target }), {})?.release.version;
    assert.ok(listed.length > 0 || version === undefined, 'no feed lists it');
    for (const one of listed) assert.equal(one.version, version, `listed ${one.documentPath}`);
    add(counts, 'feed list');
    add(counts, 'feed list: offered', version !== undefined);
  }
};

/** Another node published or withdrew something that this node has not loaded yet. */
const skewAgrees = async (scene: Scene): Promise<void> => {
  const { world, services, site, ids, random, targets, counts } = scene;
  const place = { channel: random.pick(['stable', 'beta', 'other']), target: targets[0] };
  const offered = decide(planFor(site, place), { currentVersion: '0.1' })?.release.id;
  const changed = random.has(0.6) ? offered : ids[random.below(ids.length || 1)];
  if (changed === undefined) return;
  const release = await world.store.findRelease(app, changed);
  await world.store.transaction(async (tx) => {
    if (random.has(0.5)) await tx.putRollout(rolloutOf(changed, { permille: 0, state: 'paused' }));
    else if (release?.state === 'withdrawn') await tx.setWithdrawn(changed, undefined);
    else await tx.setWithdrawn(changed, { at: world.clock.now(), reason: 'bad' });
  });
  for (const channel of channels)
    for (const client of [{ currentVersion: '0.1' }, randomClient(random, '1.0.0')]) {
      await explanationAgrees({ world, services, counts: new Map() }, site, {
        ...{ channel, target: targets[0], client },
      });
      const current = { ...site, channels: await readPublished(world) };
      const now = decide(planFor(current, { channel, target: targets[0] }), client)?.release.id;
      add(counts, 'skew');
      add(counts, 'skew: behind', now !== checkedId(services, site, { channel, target: targets[0], client }));
    }
};

const clientsOf = ({ random, releases }: Scene): Client[] => [
  {},
  ...Array.from({ length: 6 }, () =>
    randomClient(random, randomVersion(random, releases, { policies: true, rising: false, odd: false })),
  ),
];

export const checkAgreement = (count: number): Promise<Counts> =>
  inApps(count, 27_000_000, async (scene) => {
    for (const channel of channels)
      for (const client of clientsOf(scene)) {
        for (const target of scene.targets) await checkAgrees(scene, { channel, target, client });
        if (scene.hasFeed) await feedAgrees(scene, scene.site, { channel, target: scene.targets[0], client });
      }
    if (scene.hasFeed) await feedListAgrees(scene);
    await offersAgree(scene);
    await effectsAgree(scene);
    newInstallsAgree(scene);
    await simulationAgrees(scene);
  });

export const checkSkew = (count: number): Promise<Counts> => inApps(count, 27_500_000, skewAgrees);

/** A feed that lists older releases offers the one before a file that it cannot list. */
export const checkUnfitFiles = async (): Promise<Counts> => {
  const counts: Counts = new Map();
  for (const reader of readers.filter(({ feed }) =>
    feeds.some(({ id, depth }) => id === feed && depth > 0),
  )) {
    const world = await createEmptyApp();
    const unfit = { ...reader.fileOf('1.1.0'), facts: { fileName: 'odd' }, signature: 'odd' };
    const { target } = unfit;
    await publishWorld(world.store, app, [
      releaseNamed('1.1.0', 2, { artifacts: [unfit] }),
      releaseNamed('1.0.0', 1, { artifacts: [reader.fileOf('1.0.0')] }),
    ]);
    const services = openServices(world);
    const client = { currentVersion: '0.9.0' };
    const version = await services.readFeed(await siteOf(world), reader, { channel: 'stable', client });
    const place = { channel: 'stable', target };
    const { release } = await services.feedExplanations.explain(app, reader.feed, { ...client, ...place });
    assert.equal(release?.version, version, reader.feed);
    add(counts, 'unfit');
    add(counts, 'unfit: older release', version === '1.0.0');
  }
  return counts;
};

/** A feed offers the only release with a file, however many without one followed it. */
export const checkOldOffers = async (count: number): Promise<Counts> => {
  const counts: Counts = new Map();
  for (const reader of readers) {
    const world = await createEmptyApp();
    const releases = Array.from({ length: count }, (_, index) => {
      const target = index === count - 1 ? askedTarget : 'other';
      const release = releaseNamed(`${count - index}.0.0`, count - index, {
        artifacts: [artifactNamed(target)],
      });
      return withFiles(reader, release);
    });
    await publishWorld(world.store, app, releases);
    const scene = { services: openServices(world), counts, reader };
    const ask = {
      channel: 'stable',
      target: reader.fileOf('1.0.0').target,
      client: { currentVersion: '0.9.0' },
    };
    await feedAgrees(scene, await siteOf(world), ask);
  }
  return counts;
};
