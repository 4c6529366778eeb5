import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import type { AuditEntry, Release } from '@slipway/api';
import {
  createPublisher,
  createTestApp,
  makeFolder,
  type RunningChild,
  startChild,
  type TestApp,
} from '../harness.ts';
import { scaled } from './scale.ts';

/* The process is killed while it promotes: the draft exists with its audit row or not at all. */

const rounds = scaled(8, 100);
const bytesOf = new Map(
  Array.from({ length: 16 }, (_, index) => [`system${index}-x86_64`, randomBytes(400_000)] as const),
);

/** The progress of a promotion. */
type Reached = 'nothing' | 'part' | 'whole';

describe('kill -9 while promoting', () => {
  let folder: string;
  let service: RunningChild;
  let app: TestApp;
  let original = '';

  before(async () => {
    folder = await makeFolder();
    service = await startChild({ folder });
    app = await createTestApp(service);
    await service.api(`/v1/apps/${app.slug}/channels`, { json: { name: 'beta' } });
    const parts = [...bytesOf].map(([target, bytes]) => ({ target, bytes }));
    original = await createPublisher(service, app).release({ version: '1.0.0', channel: 'beta' }, parts);
  });
  after(async () => {
    await service.kill();
    await rm(folder, { recursive: true, force: true });
  });

  const at = (path: string): string => `/v1/apps/${app.slug}/${path}`;
  const promote = (version: string) =>
    service.api(at(`releases/${original}/promote`), { json: { channel: 'stable', version } });
  const stagedFiles = async (): Promise<number> => (await readdir(join(folder, 'blobs', 'staged'))).length;

  /** Kills it shortly after this many files are copied; returns the acknowledged status. */
  const killAt = async (version: string, copies: number): Promise<number | undefined> => {
    const before = await stagedFiles();
    let isAnswered = false;
    const promotions = promote(version).then(
      ({ status }) => status,
      () => undefined,
    );
    void promotions.then(() => {
      isAnswered = true;
    });
    if (copies === 0) await sleep(Math.random() * 4);
    // Polls as fast as possible: a few copies later it is done.
    else while (!isAnswered && (await stagedFiles()) < before + copies);
    await service.kill();
    return promotions;
  };

  const draftOf = async (version: string): Promise<Release | undefined> => {
    const { releases } = (await service.api(at('releases?channel=stable&limit=100'))).json<{
      releases: Release[];
    }>();
    const found = releases.find((release) => release.version === version);
    return found && (await service.api(at(`releases/${found.id}`))).json<{ release: Release }>().release;
  };

  const rowsOf = async (version: string): Promise<AuditEntry[]> => {
    const { entries } = (await service.api(at('audit?limit=20'))).json<{ entries: AuditEntry[] }>();
    return entries.filter(
      ({ action, detail }) => action === 'release.promote' && detail?.version === version,
    );
  };

  /** The whole draft with its audit row, or neither. */
  const reached = async (version: string): Promise<Reached> => {
    const [draft, rows] = [await draftOf(version), await rowsOf(version)];
    assert.deepEqual(
      rows.map(({ subject }) => subject),
      draft === undefined ? [] : [draft.id],
    );
    if (draft === undefined) return 'nothing';
    assert.equal(draft.state, 'draft');
    assert.deepEqual(draft.artifacts.map(({ target }) => target).sort(), [...bytesOf.keys()].sort());
    return draft.artifacts.every(({ uploadedAt }) => uploadedAt !== null) ? 'whole' : 'part';
  };

  const assertBytes = async (release: string): Promise<void> => {
    for (const [target, bytes] of bytesOf) {
      const { body } = await service.site(app.slug, `/releases/download/${release}/${target}`);
      assert.ok(body.equals(bytes), `${target} of ${release}`);
    }
  };

  /** Publishing rejects missing bytes; a retried promotion completes it with the original bytes. */
  const complete = async (version: string, progress: Reached): Promise<void> => {
    const draft = await draftOf(version);
    if (progress === 'part')
      assert.equal((await service.api(at(`releases/${draft?.id}/publish`), { method: 'POST' })).status, 409);
    assert.equal((await promote(version)).status, progress === 'whole' ? 409 : 201);
    const { id = '' } = (await draftOf(version)) ?? {};
    if (draft !== undefined) assert.equal(id, draft.id, 'no second draft is made');
    assert.equal((await rowsOf(version)).length, 1);
    const published = await service.api(at(`releases/${id}/publish`), { method: 'POST' });
    assert.equal(published.status, 200, published.text());
    await assertBytes(id);
  };

  test(`${rounds} times: the draft exists with its audit row or not at all, and a retry completes it`, async (t) => {
    const counts: Record<Reached, number> = { nothing: 0, part: 0, whole: 0 };
    for (let round = 0; round < rounds; round++) {
      const version = `1.0.${round + 1}`;
      const status = await killAt(version, (round * 8) % (bytesOf.size + 1));
      service = await startChild({ folder });
      const progress = await reached(version);
      if (status === 201) assert.equal(progress, 'whole', 'what was acknowledged is there');
      counts[progress] += 1;
      await complete(version, progress);
    }
    await assertBytes(original);
    t.diagnostic(`${rounds} kills: ${JSON.stringify(counts)}`);
    assert.ok(counts.part > 0, 'some were killed on their way');
  });
});
