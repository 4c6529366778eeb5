import { describe, test } from 'node:test';
import * as properties from '../decision/properties.ts';

const worlds = 200_000;

describe('which update a client gets, in 200,000 random worlds each', () => {
  for (const [name, holds] of Object.entries(properties)) test(name, () => holds(worlds));
});
