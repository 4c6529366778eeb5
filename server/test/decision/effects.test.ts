import { test } from 'node:test';
import { checkPreviews } from './effects.ts';

/* A few worlds; the slow tests run the full number. */
test('the previewed effects of an action are what clients are offered afterward', () => checkPreviews(150));
