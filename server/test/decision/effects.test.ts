import { test } from 'node:test';
import { foreseen } from './effects.ts';

/* A few worlds; the slow tests run the full number. */
test('what is foreseen of a deed is what clients are offered once it is done', () => foreseen(150));
