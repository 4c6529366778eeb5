import { addHash, createSketch, type Sketch } from '../../src/domain/fleet/counters/hyperloglog.ts';
import { hash32 } from '../../src/domain/model/hash32.ts';

const clientsOfBatch = 5;

/** A sketch of the clients of some batches. */
export const sketchOfClients = (fromBatch: number, toBatch: number): Sketch => {
  const sketch = createSketch();
  for (let n = fromBatch * clientsOfBatch; n < toBatch * clientsOfBatch; n++)
    addHash(sketch, hash32(1, `client ${n}`));
  return sketch;
};
