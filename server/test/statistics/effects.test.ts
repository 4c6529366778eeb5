import { test } from 'node:test';
import { checkPreviews } from '../decision/effects.ts';

test('the previewed effects of an action are what clients are offered afterward, in thousands of worlds', () =>
  checkPreviews(1_500));
