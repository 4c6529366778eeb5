import assert from 'node:assert/strict';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { freePort } from '../../../lab/free-port.ts';
import { githubClaims, githubPipeline, type OidcIssuer, startOidcIssuer } from '../../../lab/oidc-issuer.ts';
import { createTestApp, makeFolder, type TestApp } from '../harness.ts';
import {
  type BackendServers,
  type Node,
  type NodeProcess,
  nodeEnv,
  spawnNode,
  startEngines,
} from './stage.ts';

/* One token, sent repeatedly to several nodes, yields one key. */

const tries = 200;
const audience = 'http://slipway.example.test';

describe('one token at many nodes', () => {
  let issuer: OidcIssuer;
  before(async () => {
    issuer = await startOidcIssuer();
  });
  after(() => issuer?.stop());

  const env = () => ({ SLIPWAY_OIDC_ISSUERS: issuer.issuer, SLIPWAY_BASE_URL: audience });

  const trust = async ({ api }: Pick<Node, 'api'>): Promise<TestApp> => {
    const app = await createTestApp({ api });
    const json = { ...githubPipeline, issuer: issuer.issuer };
    assert.equal((await api(`/v1/apps/${app.slug}/trusted-publishers`, { key: app.key, json })).status, 201);
    return app;
  };

  /** Sends one token to all nodes, for apps in turn; returns the issued keys. */
  const race = async (nodes: readonly Pick<Node, 'api'>[], apps: readonly TestApp[]): Promise<string[]> => {
    const token = await issuer.sign(githubClaims({ aud: audience }));
    const bring = async (index: number): Promise<string | undefined> => {
      const [node, app] = [nodes[index % nodes.length], apps[Math.floor(index / nodes.length) % apps.length]];
      const reply = await node?.api('/v1/oidc/exchange', { key: '', json: { token, app: app?.slug } });
      if (reply?.status === 201) return reply.json<{ secret: string }>().secret;
      assert.match(reply?.text() ?? '', /replayed/);
      return undefined;
    };
    const secrets = await Promise.all(Array.from({ length: tries }, (_, index) => bring(index)));
    return secrets.filter((secret) => secret !== undefined);
  };

  describe('on PostgreSQL', () => {
    let engines: BackendServers;
    const nodes: NodeProcess[] = [];
    before(async () => {
      engines = await startEngines();
      for (let count = 0; count < 2; count++) nodes.push(await spawnNode({ ...nodeEnv(engines), ...env() }));
      await Promise.all(nodes.map((node) => node.ready()));
    });
    after(async () => {
      await Promise.all(nodes.map((node) => node.stop()));
      await engines?.stop();
    });

    it(`${tries} times at two nodes, for one app and for two: one winner`, async () => {
      const [here] = nodes as [NodeProcess];
      const apps = [await trust(here), await trust(here)];
      assert.equal((await race(nodes, apps.slice(0, 1))).length, 1);
      assert.equal((await race(nodes, apps)).length, 1);
    });
  });

  describe('on SQLite with workers', () => {
    let node: NodeProcess;
    let folder = '';
    before(async () => {
      folder = await makeFolder();
      node = await spawnNode({
        ...env(),
        SLIPWAY_DATABASE_URL: `sqlite:${join(folder, 'slipway.db')}`,
        SLIPWAY_STORAGE_URL: `file:${join(folder, 'blobs')}`,
        SLIPWAY_WORKERS: '2',
        SLIPWAY_UPLOAD_PORT: String(await freePort()),
      });
      await node.ready();
    });
    after(async () => {
      await node?.stop();
      await rm(folder, { recursive: true, force: true });
    });

    it(`${tries} times: one winner`, async () => {
      const apps = [await trust(node), await trust(node)];
      assert.equal((await race([node], apps.slice(0, 1))).length, 1);
      assert.equal((await race([node], apps)).length, 1);
    });
  });
});
