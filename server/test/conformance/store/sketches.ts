import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { addHash, createSketch, mergeSketch } from '../../../src/domain/fleet/counters/hyperloglog.ts';
import { bounds } from '../../../src/domain/model/bounds.ts';
import type { FleetSketch } from '../../../src/domain/model/fleet.ts';
import { hash32 } from '../../../src/domain/model/hash32.ts';
import type { NodeSketch } from '../../../src/domain/ports/fleet.ts';
import type { Store } from '../../../src/domain/ports/store.ts';
import { at, type Shared, seedApp, unique } from './fixtures.ts';

const january = { from: '2026-01-01', to: '2026-01-31' };

/** A sketch of the clients with these numbers. */
const registersOf = (from: number, to: number): Uint8Array => {
  const registers = createSketch();
  for (let n = from; n < to; n++) addHash(registers, hash32(1, `client ${n}`));
  return registers;
};

const sketchesOf =
  (app: string) =>
  (registers: Uint8Array, more: Partial<FleetSketch> = {}): FleetSketch => ({
    ...{ app, day: '2026-01-31', channel: 'stable', version: '', registers, ...more },
  });

const send = (store: Store, node: string, ...sketches: FleetSketch[]) => {
  const sequence = Number(unique('batch').slice('batch-'.length));
  return store.addFleet({ node, sequence, at: at(50), rows: [], hours: [], sketches });
};

const listAll = async (store: Store, app: string, of: 'channels' | 'versions'): Promise<NodeSketch[]> =>
  store.listSketches(app, { ...january, of });

const unionOf = (sketches: readonly FleetSketch[]): Uint8Array => {
  const union = createSketch();
  for (const { registers } of sketches) mergeSketch(union, registers);
  return union;
};

/** Client sketches per node and merged. */
export const sketchCases = (shared: Shared): void => {
  describe('sketches of clients', () => {
    it('of a node are merged, those of channels and of versions apart, in the order of their names', async () => {
      const store = shared();
      const slug = unique('app');
      const sketch = sketchesOf(slug);
      const node = unique('node');
      await send(store, node, sketch(registersOf(0, 10)), sketch(registersOf(0, 5), { version: '1.0.0' }));
      await send(store, node, sketch(registersOf(5, 900)));
      await send(
        store,
        node,
        sketch(registersOf(0, 3), { channel: 'beta' }),
        sketch(registersOf(7, 8), { day: '2026-01-30' }),
        sketch(registersOf(7, 8), { day: '2026-02-01' }),
      );
      const other = unique('node');
      await send(store, other, sketch(registersOf(0, 3)));
      assert.deepEqual(await listAll(store, slug, 'channels'), [
        { ...sketch(registersOf(7, 8), { day: '2026-01-30' }), node },
        { ...sketch(registersOf(0, 3), { channel: 'beta' }), node },
        { ...sketch(registersOf(0, 900)), node },
        { ...sketch(registersOf(0, 3)), node: other },
      ]);
      assert.deepEqual(await listAll(store, slug, 'versions'), [
        { ...sketch(registersOf(0, 5), { version: '1.0.0' }), node },
      ]);
      const beta = await store.listSketches(slug, { ...january, of: 'channels', channel: 'beta' });
      assert.equal(beta.length, 1);
      assert.deepEqual(await listAll(store, 'nobody', 'channels'), []);
    });

    it('are listed a page at a time', async () => {
      const store = shared();
      const slug = unique('app');
      const many = Array.from({ length: bounds.sketchesAtATime + 20 }, (_, n) =>
        sketchesOf(slug)(registersOf(n, n + 1), { version: `1.${String(n).padStart(4, '0')}` }),
      );
      await send(store, unique('node'), ...many);
      const versions: string[] = [];
      let after: NodeSketch | undefined;
      do {
        const page = await store.listSketches(slug, { ...january, of: 'versions', after });
        assert.ok(page.length <= bounds.sketchesAtATime);
        versions.push(...page.map(({ version }) => version));
        after = page.at(-1);
      } while (after !== undefined);
      assert.deepEqual(
        versions,
        many.map(({ version }) => version),
      );
    });

    it('are folded into one, once or often, and nothing is lost that comes later', async () => {
      const store = shared();
      const { slug } = await seedApp(store);
      const sketch = sketchesOf(slug);
      const [one, two] = [unique('node'), unique('node')];
      await send(store, one, sketch(registersOf(0, 400)), sketch(registersOf(0, 9), { version: '1.0.0' }));
      await send(store, two, sketch(registersOf(300, 700)));
      await Promise.all([1, 2, 3].map(() => store.mergeSketches()));
      assert.deepEqual(await listAll(store, slug, 'channels'), [
        { ...sketch(registersOf(0, 700)), node: '' },
      ]);
      await send(store, one, sketch(registersOf(690, 710)));
      await store.mergeSketches();
      await store.mergeSketches();
      assert.deepEqual(await listAll(store, slug, 'channels'), [
        { ...sketch(registersOf(0, 710)), node: '' },
      ]);
      assert.deepEqual(await listAll(store, slug, 'versions'), [
        { ...sketch(registersOf(0, 9), { version: '1.0.0' }), node: '' },
      ]);
    });

    it('lose nobody when nodes write and fold at the same time', async () => {
      const store = shared();
      const { slug } = await seedApp(store);
      const nodes = Array.from({ length: 4 }, () => unique('node'));
      const write = async (node: string, own: number) => {
        for (let n = 0; n < 10; n++) {
          const from = 100 * (10 * own + n);
          await send(store, node, sketchesOf(slug)(registersOf(from, from + 100)));
        }
      };
      const fold = async () => {
        for (let n = 0; n < 10; n++) await store.mergeSketches();
      };
      await Promise.all([...nodes.map(write), fold(), fold()]);
      assert.deepEqual(unionOf(await listAll(store, slug, 'channels')), registersOf(0, 4000));
      await store.mergeSketches();
      assert.equal((await listAll(store, slug, 'channels')).length, 1);
    });

    it('are forgotten with their days', async () => {
      const store = shared();
      const { slug } = await seedApp(store);
      const days = ['2019-01-30', '2019-01-31'].map((day) => sketchesOf(slug)(registersOf(0, 1), { day }));
      await send(store, unique('node'), ...days);
      await store.deleteFleetBefore('2019-01-31T12:00:00.000Z');
      const left = await store.listSketches(slug, { from: '2019-01-01', to: '2019-12-31', of: 'channels' });
      assert.deepEqual(
        left.map(({ day }) => day),
        ['2019-01-31'],
      );
    });
  });
};
