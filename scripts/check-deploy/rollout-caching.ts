import assert from 'node:assert/strict';
import { text } from 'node:stream/consumers';
import type { Client } from '@slipway/api';
import { createPublisher } from '../../lab/publisher.ts';
import { baseUrlOf, type Dial, readWholeReply } from './publish-through.ts';

/* A rollout behind a caching proxy. */

const slug = 'other';
const clients = 32;

/**
 * During a rollout nothing is cached, each client gets its own response under concurrency, and a pause applies from the
 * next check. Releases for everyone are cached again.
 */
export const checkRolloutCaching = async (
  dial: Dial,
  { client, log }: { client: Client; log(line: string): void },
): Promise<void> => {
  const ask = async (cohort: string) => {
    const headers = { 'slipway-cohort': cohort };
    const answer = await dial(`${baseUrlOf(slug)}/releases/stable/linux/x86_64/0.9.1`, { headers });
    const { version } = JSON.parse(await text(answer.body)) as { version: string };
    return { version, cache: answer.headers['x-cache'], cacheControl: answer.headers['cache-control'] };
  };
  const askMany = () =>
    Promise.all(Array.from({ length: clients }, (_, index) => ask(index % 2 ? 'qa' : 'none')));

  const publisher = createPublisher(client, slug, readWholeReply(dial));
  const draft = await publisher.draft({ version: '2.0.0' });
  await publisher.upload(await publisher.declare(draft, { format: '.bin' }));
  await client.planRollout(slug, draft.id, { steps: [{ percent: 0 }], cohorts: ['qa'] });
  await client.publishRelease(slug, draft.id);
  for (const [index, { version, cache, cacheControl }] of (await askMany()).entries()) {
    assert.equal(version, index % 2 ? '2.0.0' : '1.0.0');
    assert.deepEqual([cache, cacheControl], ['MISS', 'private, no-cache']);
  }
  await client.pauseRollout(slug, draft.id, { reason: 'To see that it counts at once.' });
  assert.ok((await askMany()).every(({ version }) => version === '1.0.0'));
  log('while a release is rolling out nothing is kept, and a pause counts from the next check on');

  await client.completeRollout(slug, draft.id);
  await ask('none');
  const again = await ask('none');
  assert.deepEqual([again.version, again.cache], ['2.0.0', 'HIT']);
  log('once it is for everyone it is kept again');
};
