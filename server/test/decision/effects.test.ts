import { test } from 'node:test';
import { foreseen } from './effects.ts';

/* A few worlds; the whole number is tried in the slow lane. */
test('what is foreseen of a deed is what clients are offered once it is done', () => foreseen(150));
