import { describe, test } from 'node:test';
import * as properties from './properties.ts';

/* A few worlds of each kind; the slow tests run the full numbers. */

const { equalsTheOldDecision, ...withPolicies } = properties;

describe('which update a client gets, in random worlds', () => {
  test('equalsTheOldDecision', () => equalsTheOldDecision(5_000));
  for (const [name, holds] of Object.entries(withPolicies)) test(name, () => holds(1_000));
});
