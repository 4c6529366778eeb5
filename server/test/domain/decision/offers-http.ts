import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { createPublisher, createTestApp, type Running, startService, type TestApp } from '../../harness.ts';
import type { CaseRelease, OfferCase } from './offer-cases.ts';

type Facts = NonNullable<OfferCase['client']>;

const dropUndefined = (facts: Record<string, string | undefined>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(facts).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
  );

const headersOf = ({ id, cohort, manual, system }: Facts) =>
  dropUndefined({
    'slipway-client': id,
    'slipway-cohort': cohort,
    'slipway-check': manual === true ? 'manual' : undefined,
    'slipway-system': system,
  });

const readClient = ({ id, manual, cohort, system }: Facts) =>
  dropUndefined({ client: id, manual: manual === true ? 'true' : undefined, cohort, system });

/** Publishes each case and checks as its client would; `explain` must agree. */
export const offersThroughHttp = (cases: readonly OfferCase[]): void => {
  describe('which update a client gets: through HTTP', () => {
    let service: Running;
    before(async () => {
      service = await startService();
    });
    after(() => service.stop());

    const applyRules = async (app: TestApp, id: string, { policy, rollout }: CaseRelease): Promise<void> => {
      const path = `/v1/apps/${app.slug}/releases/${id}`;
      if (policy !== undefined) await service.api(path, { method: 'PATCH', json: policy });
      if (rollout === undefined) return;
      const { percent = 0, paused: _, ...plan } = rollout;
      const reply = await service.api(`${path}/rollout`, {
        method: 'PUT',
        json: { steps: [{ percent }], ...plan },
      });
      assert.equal(reply.status, 200, reply.text());
    };

    const publish = async (app: TestApp, release: CaseRelease): Promise<void> => {
      const { version, targets, pruned = [], withdrawn, minimumSystem, rollout } = release;
      const publisher = createPublisher(service, app);
      const id = await publisher.draft({ version });
      const facts = minimumSystem === undefined ? {} : { minimumSystem };
      for (const target of targets)
        await publisher.upload({ version }, { target, bytes: Buffer.from(`${version} ${target}`), ...facts });
      await applyRules(app, id, release);
      assert.equal((await publisher.publish(id)).status, 200);
      const path = `/v1/apps/${app.slug}/releases/${id}`;
      if (rollout?.paused === true) await service.api(`${path}/rollout/pause`, { json: { reason: 'bad' } });
      for (const target of pruned) await service.api(`${path}/artifacts/${target}/prune`, { method: 'POST' });
      if (withdrawn === true) await service.api(`${path}/withdraw`, { json: { reason: 'bad' } });
    };

    for (const { name, releases, request, client = {}, offered } of cases) {
      test(name, async () => {
        const app = await createTestApp(service);
        for (const release of releases) await publish(app, release);
        const path = ['stable', request.target, request.arch, request.currentVersion]
          .map(encodeURIComponent)
          .join('/');
        const headers = headersOf(client);
        const reply = await service.site(app.slug, `/releases/${path}`, { headers });
        assert.equal(reply.status, offered === undefined ? 204 : 200);
        if (offered !== undefined) assert.equal(reply.json<{ version: string }>().version, offered);
        const query = new URLSearchParams({ ...request, ...readClient(client) });
        const explained = await service.api(`/v1/apps/${app.slug}/explain?${query}`);
        assert.equal(explained.json<{ release: { version: string } | null }>().release?.version, offered);
      });
    }
  });
};
