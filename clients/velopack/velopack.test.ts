import assert from 'node:assert/strict';
import { join } from 'node:path';
import { exampleHost, readBlock } from '../document.ts';
import { scenario, type Tried } from '../scenario.ts';
import { runSlipway } from '../slipway.ts';
import { reasonNotToRun } from './glibc.ts';
import { openVelopackStage } from './installed.ts';
import { packInto } from './releases-folder.ts';
import { openTampering } from './tampering.ts';

const { stage, app, runInstalled, openChannel } = await openVelopackStage();

/** Verifies nothing and knows no deltas. */
const older: Tried = { client: 'velopack-2025', missing: reasonNotToRun([2, 34]) };

/** Verifies downloads and uses deltas if listed. */
const newest: Tried = { client: 'velopack', missing: reasonNotToRun([2, 39]) };

/** Packs and publishes two versions one after the other, as a publisher does. */
const publishTwo = async () => {
  const cwd = await stage.openFolder('publisher');
  const words = (await readBlock('velopack: the tests run')).trim().split(' ').slice(1);
  const publish = async (version: string, deltaFrom?: string) => {
    const made = await packInto(join(cwd, 'Releases'), version, deltaFrom);
    await runSlipway(stage, app, { words, cwd });
    return made;
  };
  await publish('1.0.0');
  return publish('1.1.0', '1.0.0');
};

const published = publishTwo();

const readAddress = async (): Promise<string> => {
  const block = await readBlock('velopack: the tests configure');
  const [, address = ''] = /"(https:[^"]+)"/.exec(block) ?? [];
  return address.replace(exampleHost, app.publicUrl);
};

const name0 = 'V0 as in CLIENTS.md: a package from Releases/';

scenario(older, name0, async () => {
  const { full } = await published;
  const { update, bytes, error, log } = await runInstalled({
    client: 'velopack-2025',
    url: await readAddress(),
  });
  assert.equal(error, undefined, log.join('\n'));
  assert.equal(update?.notes, 'Notes of 1.1.0.');
  assert.ok(bytes?.equals(full), 'another package than the published one');
  await app.counts(full.length);
  return { wireBytes: full.length, fileBytes: full.length };
});

scenario(newest, `${name0}, by its delta`, async () => {
  const { full, delta = Buffer.alloc(0) } = await published;
  const { update, bytes, error, log } = await runInstalled({ client: 'velopack', url: await readAddress() });
  assert.equal(error, undefined, log.join('\n'));
  assert.deepEqual(update?.deltas, ['App-1.1.0-linux-delta.nupkg']);
  assert.ok(bytes?.equals(delta), log.join('\n'));
  await app.counts(delta.length);
  return { wireBytes: delta.length, fileBytes: full.length };
});

scenario(older, 'V1 finds a newer release', async () => {
  const { channel, publish, run } = await openChannel('velopack-2025');
  await publish({ version: '1.0.0' }, 'Old.');
  const { full } = await publish({ version: '1.1.0' }, '# Better\n\n“quoted”');
  const { update, error, log } = await run();
  assert.equal(error, undefined, log.join('\n'));
  assert.deepEqual([update?.version, update?.notes], ['1.1.0', '# Better\n\n“quoted”']);
  await app.counts(full.length);
  // It sends its version, but no ID yet.
  await app.isFleet({ 'linux-x86_64 1.0.0': [1, 1, 0] }, channel);
});

scenario(older, 'V2 downloads the whole package', async () => {
  const { publish, run } = await openChannel('velopack-2025');
  const { full } = await publish({ version: '1.1.0-beta.1' });
  const { bytes, error, log } = await run();
  assert.equal(error, undefined, log.join('\n'));
  assert.ok(bytes?.equals(full), 'another package than the published one');
  await app.counts(full.length);
  return { wireBytes: full.length, fileBytes: full.length };
});

scenario(older, 'V3 stays with the latest release, and with a newer version', async () => {
  const { publish, run } = await openChannel('velopack-2025');
  await publish({ version: '1.0.0' });
  for (const version of ['1.0.0', '1.0.1', '2.0.0']) {
    const { update, error } = await run({ version });
    assert.deepEqual([update, error], [undefined, undefined], version);
  }
});

scenario(older, 'V4 finds nothing in an empty channel, without an error', async () => {
  const { run } = await openChannel('velopack-2025');
  const { update, error, log } = await run();
  assert.deepEqual([update, error], [undefined, undefined], log.join('\n'));
});

const places = [
  ['linux', '', 'linux-x86_64'],
  ['win-x64', '', 'windows-x86_64'],
  ['mine', '/windows-arm64', 'windows-aarch64'],
] as const;

for (const [name, base, target] of places)
  scenario(older, `V5 takes the package for ${target} as ${name}${base && ` below ${base}`}`, async () => {
    const { publish, run } = await openChannel('velopack-2025');
    const { full } = await publish({ version: '1.1.0', target, name });
    await publish({ version: '1.2.0', target: 'linux-armv7', name: 'linux-arm' });
    const { bytes, error, log } = await run({ name, base });
    assert.equal(error, undefined, log.join('\n'));
    assert.ok(bytes?.equals(full), 'another package than the published one');
    await app.counts(full.length);
  });

/** A channel with three releases, each with a delta from the previous one. */
const openChain = async () => {
  const channel = await openChannel('velopack');
  await channel.publish({ version: '1.0.0' });
  const middle = await channel.publish({ version: '1.1.0', deltaFrom: '1.0.0' });
  const last = await channel.publish({ version: '1.2.0', deltaFrom: '1.1.0' });
  return { ...channel, middle, last };
};

const sizeOf = (some: readonly (Buffer | undefined)[]): number =>
  some.reduce((sum, bytes) => sum + (bytes?.length ?? 0), 0);

scenario(newest, 'V6 downloads the whole package, and rejects one that was tampered with', async () => {
  const { publish, run } = await openChannel('velopack');
  const { full } = await publish({ version: '1.1.0' });
  const honest = await run();
  assert.equal(honest.error, undefined, honest.log.join('\n'));
  assert.ok(honest.bytes?.equals(full), 'another package than the published one');
  const origin = await openTampering(app.publicUrl);
  const tampered = await run({ origin });
  assert.equal(tampered.update?.version, '1.1.0');
  assert.ok(tampered.error, 'it was taken');
  await app.counts(2 * full.length);
});

scenario(newest, 'V7 takes the one delta to the newest release', async () => {
  const { run, last } = await openChain();
  const { update, bytes, error, log } = await run({ version: '1.1.0' });
  assert.equal(error, undefined, log.join('\n'));
  assert.deepEqual(update?.deltas, ['App-1.2.0-linux-delta.nupkg']);
  assert.ok(last.delta && bytes?.equals(last.delta), log.join('\n'));
  await app.counts(last.delta.length);
  return { wireBytes: last.delta.length, fileBytes: last.full.length };
});

scenario(newest, 'V7 takes two deltas in a row, and nothing else', async () => {
  const { run, middle, last } = await openChain();
  const { update, bytes, error, log } = await run({ version: '1.0.0' });
  assert.equal(error, undefined, log.join('\n'));
  assert.deepEqual(update?.deltas, ['App-1.1.0-linux-delta.nupkg', 'App-1.2.0-linux-delta.nupkg']);
  const deltas = [middle.delta, last.delta].flatMap((delta) => delta ?? []);
  assert.ok(bytes?.equals(Buffer.concat(deltas)), log.join('\n'));
  await app.counts(sizeOf(deltas));
  return { wireBytes: sizeOf(deltas), fileBytes: last.full.length };
});

scenario(newest, 'V8 takes the whole package if the deltas start at another version', async () => {
  const { run, last } = await openChain();
  const { update, bytes, error, log } = await run({ version: '1.0.5' });
  assert.equal(error, undefined, log.join('\n'));
  assert.deepEqual(update?.deltas, []);
  assert.ok(bytes?.equals(last.full));
  await app.counts(last.full.length);
});

scenario(newest, 'V9 takes the whole package if a release in the chain was withdrawn', async () => {
  const { run, middle, last } = await openChain();
  await app.client.withdrawRelease(app.slug, middle.release.id, { reason: 'bad' });
  const { update, bytes, error, log } = await run({ version: '1.0.0' });
  assert.equal(error, undefined, log.join('\n'));
  assert.deepEqual([update?.version, update?.deltas], ['1.2.0', []]);
  assert.ok(bytes?.equals(last.full));
  await app.counts(last.full.length);
});

scenario(newest, 'V10 stays with its version if an older one was published again', async () => {
  const { publish, run } = await openChain();
  await publish({ version: '1.1.1' });
  for (const version of ['1.2.0', '1.1.1']) {
    const { update, error } = await run({ version });
    assert.deepEqual([update, error], [undefined, undefined], version);
  }
});
