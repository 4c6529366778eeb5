import {
  addHash,
  createSketch,
  estimateCardinality,
  type Sketch,
} from '../../src/domain/fleet/counters/hyperloglog.ts';
import { hash32 } from '../../src/domain/model/hash32.ts';

/* Deterministic sketches of random clients. */

/** A sketch of this many clients, different for each seed. */
export const sketchOf = (seed: number, ids: number): Sketch => {
  const sketch = createSketch();
  for (let n = 0; n < ids; n++) addHash(sketch, hash32(seed, `${seed}-${n.toString(36)}`));
  return sketch;
};

/** The relative errors of estimates for this many IDs. */
export const errorsOf = (ids: number, runs: number): number[] =>
  Array.from({ length: runs }, (_, run) => {
    const found = Math.round(estimateCardinality(sketchOf(hash32(11, `run ${run}`), ids)));
    return found / ids - 1;
  });
