import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { dial } from '../../../lab/dial.ts';
import { createPublisher } from '../../../lab/publisher.ts';
import { adminKey, type Service, startService } from '../../../lab/service.ts';
import { blockOf, read, runBlock } from './run-block.ts';

const document = 'docs/ROLLOUTS.md';
const slug = 'hello';

describe('docs/ROLLOUTS.md, run as written', () => {
  let folder: string;
  let service: Service;
  let env: Record<string, string>;

  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'slipway-rollouts-'));
    service = await startService({ folder });
    await service.client.createApp({ slug, adapter: 'rest' });
    const publisher = createPublisher(service.client, slug);
    for (const version of ['1.0.0', '1.1.0', '1.2.0']) await publisher.publish({ version });
    await writeFile(join(folder, 'hello.AppImage'), 'the bytes of 2.0.0');
    env = { SLIPWAY_URL: service.baseUrl, SLIPWAY_KEY: adminKey, SLIPWAY_APP: slug, HOME: folder };
  });
  after(async () => {
    await service.stop();
    await rm(folder, { recursive: true, force: true });
  });

  const run = async (marker: string, more: Record<string, string> = {}): Promise<string> =>
    (await runBlock([document, marker], { ...env, ...more }, folder)).join('\n');

  /** Publishes a version to a percentage. */
  const roll = async (version: string, percent: number): Promise<string> => {
    const publisher = createPublisher(service.client, slug);
    const draft = await publisher.draft({ version });
    await publisher.upload(await publisher.declare(draft));
    await service.client.planRollout(slug, draft.id, { steps: [{ percent }] });
    await service.client.publishRelease(slug, draft.id);
    return draft.id;
  };

  const rolloutOf = async (version: string) => {
    const { rollouts } = await service.client.listRollouts(slug);
    return rollouts.find((rollout) => rollout.version === version) ?? assert.fail(version);
  };

  test('a first rollout starts with 1 % and the testers', async () => {
    assert.match(await run('rollout'), /1%/);
    const { state, percent, cohorts } = await rolloutOf('2.0.0');
    assert.deepEqual([state, percent, cohorts], ['rolling', 1, ['qa']]);
  });

  test('explain gives the reason for an offer, and the fleet is printed', async () => {
    assert.match(await run('why'), /2\.0\.0[\s\S]*in bucket [\d.]+%| gets 2\.0\.0/);
    // Its content depends on when counts were last flushed.
    assert.notEqual(await run('fleet'), '');
  });

  test('the code for a Tauri app sends a stable ID and marks manual checks', async () => {
    const block = (await blockOf(document, 'tauri')).replace(/$/, 'return { update, now };');
    const AsyncFunction = Object.getPrototypeOf(async () => {}).constructor;
    const lines = new AsyncFunction('localStorage', 'crypto', 'check', block);
    const localStorage: Record<string, string> = {};
    const check = async ({ headers }: { headers: Record<string, string> }) => {
      const sent = Object.fromEntries(
        Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]),
      );
      const { port } = service;
      const answer = await dial(`http://${slug}.localhost:${port}/releases/stable/linux/x86_64/1.0.0`, {
        headers: sent,
      });
      return { id: sent['slipway-client'], version: answer.json<{ version: string }>().version };
    };
    const first = await lines(localStorage, globalThis.crypto, check);
    const second = await lines(localStorage, globalThis.crypto, check);
    assert.equal(first.now.version, '2.0.0');
    assert.deepEqual(second.update, first.update);
    assert.match(first.update.id, /^[0-9a-f-]{36}$/);
  });

  test('the control commands end with a release for everyone', async () => {
    await run('steer');
    assert.equal((await rolloutOf('2.0.0')).state, 'done');
  });

  test('rules are set and removed', async () => {
    await run('rules');
    const { releases } = await service.client.listReleases(slug);
    const release = releases.find(({ version }) => version === '2.0.0');
    assert.deepEqual(
      [release?.milestone, release?.critical, release?.heldTargets],
      [undefined, undefined, undefined],
    );
  });

  test('health reports are counted, and a verdict halts the rollout', async () => {
    const { client } = service;
    const id = await roll('2.1.0', 1);
    const { secret } = await client.createKey(slug, { name: 'crash service', scopes: ['report'] });
    await run('health', { APP: slug, RELEASE: id, REPORT_KEY: secret });
    const { rollout, evidence } = await client.getRollout(slug, id);
    assert.deepEqual([rollout.stopped?.by, rollout.stopped?.reason], ['brake', 'deletes the settings']);
    assert.deepEqual([evidence[0]?.bad, evidence[0]?.good], [3, 412]);
  });

  test('the CLI reports the same, and a halt looks as documented', async () => {
    const id = await roll('2.1.1', 5);
    const output = await run('report');
    const { rollout, evidence } = await service.client.getRollout(slug, id);
    assert.deepEqual([rollout.stopped?.by, rollout.stopped?.reason], ['brake', 'deletes the settings']);
    assert.deepEqual([evidence[0]?.bad, evidence[0]?.good], [3, 412]);
    await service.client.resumeRollout(slug, id, {});
    await service.client.reportHealth(slug, id, { good: 40, bad: 31 });
    const { rollout: halted } = await service.client.getRollout(slug, id);
    const [, example = ''] = /\n```\n(2\.1\.0 on stable[^\n]*)\n/.exec(await read(document)) ?? [];
    const line = output.split('\n').find((one) => one.startsWith('2.1.1 on stable was halted')) ?? '';
    const withoutCause = (text: string) => text.replace(/\([^)]*UTC\): .*?\. Nobody/, 'Nobody');
    assert.equal(withoutCause(example), withoutCause(line.replace('2.1.1', '2.1.0')));
    assert.ok(example.includes(halted.stopped?.reason ?? assert.fail()), halted.stopped?.reason);
  });

  test('the code for client reports is accepted', async () => {
    const block = `${await blockOf(document, 'copies')}; return report('2.1.0', 'installed');`;
    const AsyncFunction = Object.getPrototypeOf(async () => {}).constructor;
    const lines = new AsyncFunction('updates', 'localStorage', 'fetch', block);
    const updates = `http://${slug}.localhost:${service.port}`;
    const answer = await lines(updates, { slipwayClient: 'a-copy' }, dial);
    assert.equal(answer.status, 204);
  });

  test('every executable block is run', async () => {
    const markers = [...(await read(document)).matchAll(/<!-- (\w+): tested -->/g)].map(([, name]) => name);
    assert.deepEqual(markers.sort(), [
      'copies',
      'fleet',
      'health',
      'report',
      'rollout',
      'rules',
      'steer',
      'tauri',
      'why',
    ]);
    const fenced = (await read(document)).match(/^```\w+$/gm) ?? [];
    assert.equal(fenced.length, markers.length);
  });
});
