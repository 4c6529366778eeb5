import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import fc from 'fast-check';
import { planOffers } from '../../src/domain/deciding/plan-offers.ts';
import { decide } from '../../src/domain/deciding.ts';
import type { Artifact } from '../../src/domain/nouns/artifact.ts';
import { artifactTarget, type Considered } from '../../src/domain/nouns/offer.ts';
import type { ReleaseWithArtifacts } from '../../src/domain/nouns/release.ts';
import { compareVersions, parseVersion } from '../../src/domain/nouns/version.ts';
import { createPublisher, createTestApp, type Running, startService } from '../harness.ts';
import { type CaseRelease, offerCases } from './offer-cases.ts';

const artifactOf = (target: string, state: Artifact['state']): Artifact => ({
  id: `art_${target}`,
  releaseId: 'rel',
  target,
  format: '.bin',
  sizeBytes: 1,
  sha256: 'a'.repeat(64),
  signature: undefined,
  contentType: undefined,
  companionOf: undefined,
  facts: {},
  state,
  uploadedAt: undefined,
  uploadId: undefined,
  kept: { store: 'files', seal: 'x' },
});

const releaseOf = (release: CaseRelease, sequence: number): ReleaseWithArtifacts => ({
  id: `rel_${sequence}`,
  app: 'app',
  channel: 'stable',
  version: release.version,
  notes: '',
  state: release.withdrawn === true ? 'withdrawn' : 'published',
  pubDate: '2026-01-01T00:00:00.000Z',
  createdAt: '2026-01-01T00:00:00.000Z',
  publishedAt: '2026-01-01T00:00:00.000Z',
  withdrawnAt: undefined,
  withdrawReason: undefined,
  sequence,
  revision: 0,
  touchedAt: '2026-01-01T00:00:00.000Z',
  policy: {},
  artifacts: release.targets.map((target) =>
    artifactOf(target, release.pruned?.includes(target) === true ? 'pruned' : 'active'),
  ),
});

const pick = (releases: readonly CaseRelease[], asked: (typeof offerCases)[number]['asked']) => {
  const considered: Considered[] = [];
  const target = artifactTarget(asked.target, asked.arch);
  const plan = planOffers({ releases: releases.map(releaseOf).toReversed(), target }, considered);
  const offer = decide(plan, { currentVersion: asked.currentVersion }, considered);
  return { offer, considered };
};

describe('which update a client gets: the function', () => {
  for (const { name, releases, asked, offered } of offerCases) {
    test(name, () => {
      const { offer, considered } = pick(releases, asked);
      assert.equal(offer?.release.version, offered);
      assert.equal(
        considered.filter(({ verdict }) => verdict === 'offered').length,
        offered === undefined ? 0 : 1,
      );
    });
  }

  test('whatever was published: an offer is newer, complete, and the last published of its kind', () => {
    const targets = ['linux-x86_64', 'darwin-aarch64'];
    const release = fc.record({
      version: fc.constantFrom('1', '1.1', '2.0.0-beta', '2.0.0', '10', 'nightly', '0.9+x'),
      targets: fc.subarray(targets),
      pruned: fc.subarray(targets),
      withdrawn: fc.boolean(),
    });
    const asked = fc.record({
      target: fc.constantFrom('linux', 'darwin', 'linux-x86_64'),
      arch: fc.constantFrom('x86_64', 'aarch64'),
      currentVersion: fc.oneof(
        fc.constantFrom('0', '1.0.0', '2.0.0', '11', 'x'),
        fc.string({ maxLength: 8 }),
      ),
    });
    fc.assert(
      fc.property(fc.array(release, { maxLength: 8 }), asked, (releases, question) => {
        const wanted = artifactTarget(question.target, question.arch);
        const { offer, considered } = pick(releases, question);
        const able = releases.filter(
          (one) => !one.withdrawn && one.targets.includes(wanted) && !one.pruned.includes(wanted),
        );
        const latest = able.at(-1);
        if (offer === undefined) {
          const isNewer =
            latest !== undefined &&
            compareVersions(parseVersion(latest.version), parseVersion(question.currentVersion)) > 0;
          assert.equal(isNewer, false, 'a newer one that could be had is offered');
          return;
        }
        assert.equal(offer.release.version, latest?.version);
        assert.equal(offer.artifact.target, wanted);
        assert.equal(offer.artifact.state, 'active');
        assert.ok(compareVersions(offer.version, parseVersion(question.currentVersion)) > 0);
        assert.equal(considered.at(-1)?.verdict, 'offered');
      }),
      { numRuns: 3000 },
    );
  });
});

describe('which update a client gets: through HTTP', () => {
  let service: Running;
  before(async () => {
    service = await startService();
  });
  after(() => service.stop());

  for (const { name, releases, asked, offered } of offerCases) {
    test(name, async () => {
      const app = await createTestApp(service);
      const publisher = createPublisher(service, app);
      const base = `/v1/apps/${app.slug}/releases`;
      for (const { version, targets, pruned = [], withdrawn } of releases) {
        const parts = targets.map((target) => ({ target, bytes: Buffer.from(`${version} ${target}`) }));
        const id = await publisher.release({ version }, parts);
        for (const target of pruned)
          await service.api(`${base}/${id}/artifacts/${target}/prune`, { method: 'POST' });
        if (withdrawn === true) await service.api(`${base}/${id}/withdraw`, { json: { reason: 'bad' } });
      }
      const path = ['stable', asked.target, asked.arch, asked.currentVersion]
        .map(encodeURIComponent)
        .join('/');
      const reply = await service.site(app.slug, `/releases/${path}`);
      assert.equal(reply.status, offered === undefined ? 204 : 200);
      if (offered !== undefined) assert.equal(reply.json<{ version: string }>().version, offered);
      const query = new URLSearchParams({ ...asked });
      const explained = await service.api(`/v1/apps/${app.slug}/explain?${query}`);
      assert.equal(explained.json<{ release: { version: string } | null }>().release?.version, offered);
    });
  }
});
