import { test } from 'node:test';
import { checkAgreement, checkOldOffers, checkSkew, checkUnfitFiles } from './agreement.ts';
import { reportCounts } from './agreement-scene.ts';

/* A few apps; the slow tests run many. */

test('everything that says what a client gets agrees with the check', async (t) =>
  reportCounts(t, await checkAgreement(40), 40));

test('an explanation agrees with the check of a node that has not loaded the last change', async (t) =>
  reportCounts(t, await checkSkew(40), 40));

test('a feed and its explanation agree about an offer behind more releases than are explained', async (t) =>
  reportCounts(t, await checkOldOffers(103), 1));

test('a feed and its explanation agree about an offer behind a file that the feed cannot list', async (t) =>
  reportCounts(t, await checkUnfitFiles(), 1));
