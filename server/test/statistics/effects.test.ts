import { test } from 'node:test';
import { foreseen } from '../decision/effects.ts';

test('what is foreseen of a deed is what clients are offered once it is done, in thousands of worlds', () =>
  foreseen(1_500));
