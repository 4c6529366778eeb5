import { createHash } from 'node:crypto';
import { createMaintenance } from '../../../src/domain/maintenance/collect-garbage.ts';
import type { Artifact } from '../../../src/domain/model/artifact.ts';
import type { Release } from '../../../src/domain/model/release.ts';
import type { Clock } from '../../../src/domain/ports/clock.ts';
import { randomIds } from '../../../src/drivers/system.ts';
import { createMemoryBlobs } from '../../memory/blobs.ts';
import { createMemoryStore } from '../../memory/store.ts';

export const day = 24 * 3600;
export const bytes = Buffer.from('artifact bytes');
export const sha256 = createHash('sha256').update(bytes).digest('hex');

export const setUp = async () => {
  let nowMs = Date.parse('2026-01-01T00:00:00Z');
  const clock: Clock = {
    now: () => new Date(nowMs).toISOString(),
    in: (seconds) => new Date(nowMs + seconds * 1000).toISOString(),
  };
  const store = createMemoryStore();
  const blobs = createMemoryBlobs({ now: () => nowMs });
  const createdAt = clock.now();
  await store.transaction(async (tx) => {
    const app = {
      id: 'app_1',
      slug: 'app',
      publicSlug: 'app',
      name: 'App',
      adapter: 'rest',
      allowanceBytes: undefined,
      extras: false,
      checkCaching: 'public' as const,
      publishing: 'any' as const,
      signatures: 'warn' as const,
      signedVersion: 'warn' as const,
      page: true,
      delivery: 'metered' as const,
      createdAt,
    };
    await tx.insertApp(app);
    await tx.insertChannel({ app: 'app', name: 'stable', active: true, alsoOffers: undefined, createdAt });
  });
  const draft = async (id: string): Promise<Artifact> => {
    const release: Release = {
      id: `rel_${id}`,
      app: 'app',
      channel: 'stable',
      version: `1.0.${id}`,
      notes: '',
      state: 'draft',
      pubDate: clock.now(),
      createdAt: clock.now(),
      publishedAt: undefined,
      withdrawnAt: undefined,
      withdrawReason: undefined,
      sequence: undefined,
      revision: 0,
      touchedAt: clock.now(),
      policy: {},
    };
    const artifact: Artifact = {
      id: `art_${id}`,
      releaseId: release.id,
      target: 'linux-x86_64',
      format: '.bin',
      sizeBytes: bytes.length,
      sha256,
      signature: undefined,
      contentType: undefined,
      companionOf: undefined,
      facts: {},
      state: 'declared',
      uploadedAt: undefined,
      uploadId: undefined,
      stored: undefined,
    };
    await store.transaction(async (tx) => {
      await tx.insertRelease(release);
      await tx.putArtifact(artifact);
    });
    return artifact;
  };
  const publish = (artifact: Artifact) =>
    store.transaction(async (tx) => {
      const stored = new Map([[artifact.id, { store: 'memory', seal: 'x', uploadedAt: clock.now() }]]);
      const sequence = await tx.raiseGeneration('app');
      await tx.publishDraft(artifact.releaseId, { revision: 0, at: clock.now(), sequence, stored });
    });
  const pass = (seconds: number) => {
    nowMs += seconds * 1000;
  };
  const housekeeping = createMaintenance({ store, blobs, clock, ids: randomIds });
  return { store, blobs, clock, draft, publish, pass, housekeeping };
};
