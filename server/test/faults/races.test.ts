import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { after, before, describe, test } from 'node:test';
import type { HttpReply } from '../../../lab/request.ts';
import { waitUntil } from '../../../lab/wait-until.ts';
import {
  createPublisher,
  createTestApp,
  makeFolder,
  type RunningChild,
  startChild,
  type TestApp,
} from '../harness.ts';
import { checkInvariants, createLedger, noteDeclared } from './invariants.ts';
import { scaled } from './scale.ts';

const rounds = scaled(200, 100_000);
/** Rounds per app, to keep pages few and stay below a key's rate limit. */
const roundsPerApp = 50;

describe('two processes on one database and one folder', () => {
  let folder: string;
  let nodes: RunningChild[];
  before(async () => {
    folder = await makeFolder();
    const first = await startChild({ folder });
    nodes = [first, await startChild({ folder })];
  });
  after(async () => {
    await Promise.all(nodes.map((node) => node.stop()));
    await rm(folder, { recursive: true, force: true });
  });

  const both = <T>(run: (node: RunningChild) => Promise<T>): Promise<T[]> => Promise.all(nodes.map(run));
  const node = (index: number): RunningChild => {
    const found = nodes[index % nodes.length];
    if (found === undefined) throw new Error('no node');
    return found;
  };

  const raceOnce = async (
    app: TestApp,
    ledger: ReturnType<typeof createLedger>,
    round: number,
  ): Promise<void> => {
    const version = `1.0.${round}`;
    const target = 'linux-x86_64';
    const part = { target, bytes: randomBytes(5000) };
    noteDeclared(ledger, version, part);
    const created = await both(({ api }) =>
      api(`/v1/apps/${app.slug}/releases`, { key: app.key, json: { version } }),
    );
    const winners = created.filter(({ status }) => status === 201);
    const losers = created.filter(({ status }) => status === 409);
    assert.deepEqual([winners.length, losers.length], [1, 1], created.map((reply) => reply.text()).join());
    const id = winners[0]?.json<{ release: { id: string } }>().release.id ?? '';
    assert.ok(losers[0]?.text().includes(id), 'who loses is told who won');
    ledger.drafts.set(id, version);
    const publisher = createPublisher(node(round), app);
    assert.equal((await publisher.put(await publisher.presign({ version }, part), part.bytes)).status, 200);
    const published = await both((one): Promise<HttpReply> => createPublisher(one, app).publish(id));
    assert.deepEqual(
      published.map(({ status }) => status),
      [200, 200],
      published.map((reply) => reply.text()).join(),
    );
    assert.equal(published[0]?.text(), published[1]?.text(), 'both are told the same');
    ledger.published.add(id);
    // The winner's node shows it immediately; the other node has to notice it first.
    const fetchOffer = async () =>
      (await node(round).site(app.slug, '/releases/stable/linux/x86_64/0.9.0')).json<{ version: string }>();
    await waitUntil(`${version} is shown`, async () => (await fetchOffer()).version === version);
  };

  test(`${rounds} races to create and to publish the same version: one winner, one audit row`, async () => {
    for (let first = 0; first < rounds; first += roundsPerApp) {
      const app = await createTestApp(node(0));
      const ledger = createLedger();
      for (let round = first; round < Math.min(rounds, first + roundsPerApp); round++)
        await raceOnce(app, ledger, round);
      ledger.metered.atMost = 1_000_000;
      for (const one of nodes) await checkInvariants(one, app, ledger);
    }
  });

  test('each node shows what the other publishes or withdraws', async () => {
    const app = await createTestApp(node(0));
    const version = (index: number) => node(index).site(app.slug, '/releases/stable/linux/x86_64/0.0.1');
    assert.equal((await version(1)).status, 204);
    const part = { target: 'linux-x86_64', bytes: randomBytes(100) };
    const id = await createPublisher(node(0), app).release({ version: '1.0.0' }, [part]);
    const shows = (status: number) =>
      waitUntil(String(status), async () => (await version(1)).status === status);
    await shows(200);
    await node(0).api(`/v1/apps/${app.slug}/releases/${id}/withdraw`, {
      key: app.key,
      json: { reason: 'bad' },
    });
    await shows(204);
  });
});
