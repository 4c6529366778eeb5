import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { decide } from '../../src/domain/decision/decide.ts';
import { planOffers } from '../../src/domain/decision/plan.ts';
import type { Plan } from '../../src/domain/model/offer.ts';
import { type Opened, seedApp } from '../conformance/store/fixtures.ts';
import { publishWorld } from '../conformance/store/publish-world.ts';
import { walk } from '../decision/plain-walk.ts';
import { askedTarget } from '../decision/worlds.ts';
import { bySystem, gatedClients, gatedWorlds } from './gated-worlds.ts';

const nobody: ReadonlySet<string> = new Set();

/** Each system gets exactly the newest release that it runs. */
const assertNewest = (plan: Plan, count: number): void => {
  for (let system = 1; system <= count; system++) {
    const offer = decide(plan, { currentVersion: '0.1', system: `${system}.3` });
    assert.equal(offer?.release.version, `${system}.0.0`);
  }
  assert.equal(decide(plan, { currentVersion: '0.1', system: '0.9' }), undefined);
};

/** No client misses an eligible release, however many others there are. */
export const gatedCases = (name: string, open: () => Promise<Opened>, count: number): void => {
  describe(`${count} gated releases: ${name}`, () => {
    let opened: Opened | undefined;
    before(async () => {
      opened = await open();
    });
    after(() => opened?.close());

    for (const [gates, world] of gatedWorlds(count))
      test(`${gates}: every eligible client is offered a release`, async () => {
        const store = opened?.store;
        assert.ok(store);
        const { slug } = await seedApp(store);
        await publishWorld(store, slug, world);
        const releases = await store.listCandidates(slug);
        const plan = planOffers({ releases, target: askedTarget });
        const clients = gatedClients(count);
        let offered = 0;
        for (const client of clients) {
          const expected = walk(world, client, { rescued: nobody })?.version;
          assert.equal(decide(plan, client)?.release.version, expected, JSON.stringify(client));
          if (expected !== undefined) offered += 1;
        }
        assert.ok(offered > clients.length / 2, `${offered} of ${clients.length}`);
        if (gates === bySystem) assertNewest(plan, count);
      });
  });
};
