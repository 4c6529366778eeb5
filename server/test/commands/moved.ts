import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { githubPipeline } from '../../../lab/oidc-issuer.ts';
import { runServer } from '../../../lab/service.ts';
import { createPublisher, createTestApp, type Running, type TestApp } from '../harness.ts';

/* The move and backup commands, run as an operator runs them. */

export const server = (env: Record<string, string>, ...args: string[]) => runServer(args, { env });

/** Larger than a single-request upload of a move, so that multipart uploads are tested too. */
export const large = randomBytes(17 * 1024 * 1024);
export const small = randomBytes(1000);

export const publish = async (service: Running): Promise<TestApp> => {
  const app = await createTestApp(service);
  const publisher = createPublisher(service, app);
  await publisher.release({ version: '1.0.0' }, [
    { target: 'linux-x86_64', bytes: small },
    { target: 'darwin-aarch64', bytes: large },
  ]);
  const headers = { 'slipway-client': 'someone' };
  assert.equal((await service.site(app.slug, '/releases/stable/linux/x86_64/0.1', { headers })).status, 200);
  const trusted = await service.api(`/v1/apps/${app.slug}/trusted-publishers`, {
    json: { ...githubPipeline, repositoryId: '7' },
  });
  assert.equal(trusted.status, 201, trusted.text());
  return app;
};

export const download = async (service: Running, app: TestApp, target: string): Promise<Buffer> => {
  const [os = '', arch = ''] = target.split('-');
  const offer = await service.site(app.slug, `/releases/stable/${os}/${arch}/0.1`);
  assert.equal(offer.status, 200);
  const { pathname } = new URL(offer.json<{ url: string }>().url);
  const reply = await service.site(app.slug, pathname);
  assert.equal(reply.status, 200);
  return reply.body;
};

export const assertWhole = async (service: Running, app: TestApp): Promise<void> => {
  assert.ok(small.equals(await download(service, app, 'linux-x86_64')));
  assert.ok(large.equals(await download(service, app, 'darwin-aarch64')));
  const trusted = await service.api(`/v1/apps/${app.slug}/trusted-publishers`, { key: app.key });
  assert.match(trusted.text(), /"repository_id":"7"/, 'and so did whom it trusts');
  const audit = await service.api(`/v1/apps/${app.slug}/audit`, { key: app.key });
  assert.equal(audit.status, 200, 'the keys and the audit log came along');
  assert.ok(audit.text().includes('release.publish'));
  const fleet = await service.api(`/v1/apps/${app.slug}/fleet`, { key: app.key });
  const { totals } = fleet.json<{ fleet: { totals: { clients: number | null } } }>().fleet;
  assert.equal(totals.clients, 1, 'who was told apart came along');
};
