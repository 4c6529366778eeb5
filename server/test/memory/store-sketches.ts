import { mergeSketch } from '../../src/domain/fleet/counters/hyperloglog.ts';
import { bounds } from '../../src/domain/model/bounds.ts';
import { everyVersion, type FleetSketch } from '../../src/domain/model/fleet.ts';
import type { Fleet, NodeSketch } from '../../src/domain/ports/fleet.ts';
import { keyOf, type State } from './store-state.ts';

const nameOf = ({ app, day, channel, version, node }: NodeSketch): string =>
  keyOf(app, day, channel, version, node);

export const createSketchReads = (state: () => State): Pick<Fleet, 'listSketches'> => ({
  listSketches: async (app, { from, to, channel, of, after }) =>
    [...state().sketches]
      .filter(
        ([name, row]) =>
          row.app === app &&
          row.day >= from &&
          row.day <= to &&
          (channel === undefined || row.channel === channel) &&
          (row.version === everyVersion) === (of === 'channels') &&
          (after === undefined || name > nameOf(after)),
      )
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .slice(0, bounds.sketchesAtATime)
      .map(([, row]) => ({ ...row, registers: row.registers.slice() })),
});

const merge = ({ sketches }: State, sketch: NodeSketch): void => {
  const name = nameOf(sketch);
  const registers = sketches.get(name)?.registers.slice() ?? new Uint8Array(sketch.registers.length);
  mergeSketch(registers, sketch.registers);
  sketches.set(name, { ...sketch, registers });
};

/** Merges sketches into this node's earlier ones. */
export const addSketches = (state: State, node: string, sketches: readonly FleetSketch[]): void => {
  for (const sketch of sketches) merge(state, { ...sketch, node });
};

/** Merges the sketches of all nodes. */
export const foldSketches = (state: State): void => {
  for (const [name, sketch] of [...state.sketches]) {
    if (sketch.node === '') continue;
    state.sketches.delete(name);
    merge(state, { ...sketch, node: '' });
  }
};
