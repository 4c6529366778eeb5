import assert from 'node:assert/strict';
import { contentOf, edited } from '../content.ts';
import type { ClientApp, Stage } from '../stage.ts';
import { kinds } from './built.ts';
import { type Installation, runInstalled, type Updated } from './installed.ts';

const fileBytes = 4 * 1024 * 1024;

/** The maximum share of the file that these changes may cost: their blocks, two block maps and the framing. */
const maxShare = (edits: number): number => (edits <= 12 ? 0.12 : 0.4);

export interface Pair {
  platform?: keyof typeof kinds;
  from?: { version: string; channel?: string };
  to?: { version: string; channel?: string };
  edits?: number;
  blockBytes?: number;
}

/** Publishes two releases that differ in a few places; returns their content. */
export const publishPair = async (app: ClientApp, pair: Pair = {}) => {
  const { platform = 'win32', from = { version: '1.0.0' }, to = { version: '1.1.0' }, edits = 12 } = pair;
  const old = contentOf(fileBytes);
  const [before, after] = [old, edited(old, edits)].map((bytes) => kinds[platform](bytes, pair.blockBytes));
  const { release } = await app.publish(from, before);
  await app.publish(to, after);
  return { before: before?.[0]?.bytes ?? old, after: after?.[0]?.bytes ?? old, release };
};

/** Asserts that an update is the published file, downloaded only changed blocks, and was counted exactly. */
export const assertDifferential = async (
  app: ClientApp,
  updated: Updated,
  { expected, edits = 12 }: { expected: Buffer; edits?: number | undefined },
) => {
  const { error, bytes, wireBytes, log } = updated;
  assert.equal(error, undefined, log.join('\n'));
  assert.ok(bytes?.equals(expected), 'another file than the published one');
  const message = `${wireBytes} of ${expected.length} bytes: ${log.join('\n')}`;
  assert.ok(wireBytes <= maxShare(edits) * expected.length, message);
  await app.counts(wireBytes);
  return { wireBytes, fileBytes: expected.length };
};

/** Publishes the pair and updates an app from the first to the second. */
export const updateByDifference = async (stage: Stage, pair: Pair, installation: Installation = {}) => {
  const app = await stage.createApp();
  await app.client.createChannel(app.slug, { name: 'beta' });
  const { before, after } = await publishPair(app, pair);
  const { platform = 'win32', from = { version: '1.0.0' } } = pair;
  const updated = await runInstalled(stage, app, {
    platform,
    version: from.version,
    from: before,
    ...installation,
  });
  const { edits } = pair;
  return { updated, measured: await assertDifferential(app, updated, { expected: after, edits }) };
};
