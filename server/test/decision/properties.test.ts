import { describe, test } from 'node:test';
import * as properties from './properties.ts';

const worlds = 5_000;

describe('which update a client gets, in random worlds', () => {
  for (const [name, holds] of Object.entries(properties)) test(name, () => holds(worlds));
});
