import { bounds } from '../../model/bounds.ts';
import { everyVersion, type FleetSketch } from '../../model/fleet.ts';
import type { Day } from '../../model/instant.ts';
import type { CheckCounter } from './counter.ts';
import { createSketch, type Sketch } from './hyperloglog.ts';

/* Buffers the sketches that IDs are added to, per app, day, channel and optionally version. */

const nothing: readonly Sketch[] = [];

export const createSketchBuffer = () => {
  let byApp = new Map<string, Map<string, FleetSketch>>();
  let count = 0;
  let round = {};

  const find = ({ app, channel }: CheckCounter, day: Day, version: string): readonly Sketch[] => {
    const own = byApp.get(app) ?? new Map<string, FleetSketch>();
    const name = `${day}\n${channel}\n${version}`;
    const existing = own.get(name);
    if (existing !== undefined) return [existing.registers];
    // Channel totals have priority: versions may use only half of the capacity.
    const capacityShare = version === everyVersion ? 1 : 0.5;
    if (count >= bounds.sketches * capacityShare || own.size >= bounds.sketchesOfApp * capacityShare)
      return nothing;
    const sketch = { app, day, channel, version, registers: createSketch() };
    byApp.set(app, own.set(name, sketch));
    count += 1;
    return [sketch.registers];
  };

  return {
    /** The sketches for a counter on a day; empty while the buffer is full. */
    of: (cell: CheckCounter, day: Day): readonly Sketch[] => {
      const cached = cell.sketchCache;
      if (cached !== undefined && cached.round === round && cached.day === day) return cached.sketches;
      const all = find(cell, day, everyVersion);
      const sketches = cell.hasOwnSketch ? [...all, ...find(cell, day, cell.version)] : all;
      cell.sketchCache = { sketches, day, round };
      return sketches;
    },

    take: (): FleetSketch[] => {
      const taken = [...byApp.values()].flatMap((own) => [...own.values()]);
      byApp = new Map();
      count = 0;
      round = {};
      return taken;
    },
  };
};
