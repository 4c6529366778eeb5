import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { scenario } from '../scenario.ts';
import { openStage } from '../stage.ts';
import { install } from '../velopack/installed.ts';
import { type Pack, pack } from '../velopack/packed.ts';
import { openTampering } from '../velopack/tampering.ts';
import { buildClient, openFor } from './built.ts';
import { runBuilt } from './run.ts';

/* The newest Velopack, whose npm package needs a newer glibc than many systems have. */

const { tried, program } = buildClient({ name: 'velopack', client: 'velopack' });
const { stage, app } = await openFor(tried, async () => {
  const opened = await openStage({ isResolvable: true });
  return { stage: opened, app: await opened.createApp({ publicSlug: 'localhost' }) };
});

interface Update {
  version: string;
  fileName: string;
  deltas: string[];
}

/** An app of this version looks for a newer one; `bytes` is the package to apply. */
const update = async (channel: string, { version = '1.0.0', origin = app.publicUrl } = {}) => {
  const { RootAppDir: root, PackagesDir: packages } = await install(stage, version);
  const input = { url: `${origin}/feeds/velopack/${channel}`, name: 'linux', root };
  const output = await runBuilt<Update>(program, input, { HOME: root, TMPDIR: root });
  const bytes = await readFile(join(packages, output.update?.fileName ?? '')).catch(() => undefined);
  return { ...output, bytes };
};

const openChannel = async (packs: readonly Pack[]) => {
  const channel = `c-${randomUUID().slice(0, 8)}`;
  await app.client.createChannel(app.slug, { name: channel });
  const published = [];
  for (const what of packs) {
    const made = pack(what);
    const { release } = await app.publish({ version: what.version, channel }, made.pieces);
    published.push({ ...made, delta: made.delta ?? Buffer.alloc(0), release });
  }
  return { channel, published };
};

/** Three releases, each with a delta from the previous one. */
const openChain = async () => {
  const packs = [
    { version: '1.0.0' },
    { version: '1.1.0', deltaFrom: '1.0.0' },
    { version: '1.2.0', deltaFrom: '1.1.0' },
  ];
  const { channel, published } = await openChannel(packs);
  const [, middle, last] = published;
  assert.ok(middle !== undefined && last !== undefined);
  return { channel, middle, last };
};

/** The client downloads exactly what was published and counted. */
const takes = async (result: Awaited<ReturnType<typeof update>>, parts: readonly Buffer[], full: Buffer) => {
  assert.equal(result.error, null);
  const whole = Buffer.concat(parts);
  assert.ok(result.bytes?.equals(whole), 'other bytes than the published ones');
  await app.counts(whole.length);
  return { wireBytes: whole.length, fileBytes: full.length };
};

scenario(tried, 'V2 downloads the whole package', async () => {
  const { channel, published } = await openChannel([{ version: '1.1.0' }]);
  const { full = Buffer.alloc(0) } = published[0] ?? {};
  return takes(await update(channel), [full], full);
});

scenario(tried, 'V3 stays with the latest release, and with a newer version', async () => {
  const { channel } = await openChannel([{ version: '1.0.0' }]);
  for (const version of ['1.0.0', '1.0.1', '2.0.0'])
    assert.deepEqual(await update(channel, { version }), { update: null, error: null, bytes: undefined });
});

scenario(tried, 'V4 finds nothing in an empty channel, without an error', async () => {
  const { channel } = await openChannel([]);
  assert.deepEqual(await update(channel), { update: null, error: null, bytes: undefined });
});

scenario(tried, 'V6 rejects a package that was tampered with', async () => {
  const { channel, published } = await openChannel([{ version: '1.1.0' }]);
  const result = await update(channel, { origin: await openTampering(app.publicUrl) });
  assert.equal(result.update?.version, '1.1.0');
  assert.ok(result.error, 'it was taken');
  assert.equal(result.bytes, undefined);
  await app.counts(published[0]?.full.length ?? 0);
});

scenario(tried, 'V6 rejects a delta that was tampered with, and the whole package after it', async () => {
  const { channel, last } = await openChain();
  const origin = await openTampering(app.publicUrl);
  const result = await update(channel, { version: '1.1.0', origin });
  assert.equal(result.update?.deltas.length, 1);
  assert.ok(result.error, 'it was taken');
  assert.equal(result.bytes, undefined);
  await app.counts(last.delta.length + last.full.length);
});

scenario(tried, 'V7 takes the one delta to the newest release', async () => {
  const { channel, last } = await openChain();
  const result = await update(channel, { version: '1.1.0' });
  assert.deepEqual(result.update?.deltas, ['App-1.2.0-linux-delta.nupkg']);
  return takes(result, [last.delta], last.full);
});

scenario(tried, 'V7 takes two deltas in a row, and nothing else', async () => {
  const { channel, middle, last } = await openChain();
  const result = await update(channel);
  assert.deepEqual(result.update?.deltas, ['App-1.1.0-linux-delta.nupkg', 'App-1.2.0-linux-delta.nupkg']);
  return takes(result, [middle.delta, last.delta], last.full);
});

scenario(tried, 'V8 takes the whole package if the deltas start at another version', async () => {
  const { channel, last } = await openChain();
  const result = await update(channel, { version: '1.0.5' });
  assert.deepEqual(result.update?.deltas, []);
  return takes(result, [last.full], last.full);
});

scenario(tried, 'V9 takes the whole package if a release in the chain was withdrawn', async () => {
  const { channel, middle, last } = await openChain();
  await app.client.withdrawRelease(app.slug, middle.release.id, { reason: 'bad' });
  const result = await update(channel);
  assert.deepEqual([result.update?.version, result.update?.deltas], ['1.2.0', []]);
  return takes(result, [last.full], last.full);
});
