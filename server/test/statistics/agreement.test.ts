import { test } from 'node:test';
import { checkAgreement, checkSkew } from '../decision/agreement.ts';
import { reportCounts } from '../decision/agreement-scene.ts';

test('everything that says what a client gets agrees with the check, in many apps', async (t) =>
  reportCounts(t, await checkAgreement(600), 600));

test('explanations agree with the check of a node that lags behind, in many apps', async (t) =>
  reportCounts(t, await checkSkew(600), 600));
