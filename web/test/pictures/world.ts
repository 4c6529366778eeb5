import { createHash } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Client, createClient, type Scope } from '@slipway/api';
import { dialFetch } from '../../../lab/dial.ts';
import { openFolder } from '../../../lab/folder.ts';
import { freePorts } from '../../../lab/free-port.ts';
import { startNameServer } from '../../../lab/name-server.ts';
import { type ArtifactInput, createPublisher } from '../../../lab/publisher.ts';
import { requestPort } from '../../../lab/request.ts';
import { type Service, startService } from '../../../lab/service.ts';
import { createSigner } from '../../../lab/signer.ts';
import { writePast } from './past.ts';
import { builds, now, type PastRelease, releases } from './releases.ts';

/*
 * The real server with an app that has history. The test sets the server's clock, so that every date in a picture comes
 * from the server.
 */

export const slug = 'lantern';
export const hosts = {
  base: 'releases.example.com',
  uploads: 'uploads.example.com',
  app: `${slug}.updates.example.com`,
} as const;

export const signer = createSigner(createHash('sha256').update('lantern').digest());

export interface World {
  service: Service;
  folder: string;
  /** Release IDs by version. */
  ids: ReadonlyMap<string, string>;
  stop(): Promise<void>;
}

interface Stage {
  service: Service;
  /** Sets the server's clock. */
  at(time: string): void;
  /** A client with a new key. */
  by(name: string, scopes: Scope[]): Promise<Client>;
}

const pieceOf = (version: string, target: string, format: string): ArtifactInput => {
  const bytes = Buffer.from(`Lantern ${version} for ${target}`);
  return { target, format, bytes, signature: signer.sign(bytes, { version }) };
};

const piecesOf = ({ version, without = [] }: PastRelease): ArtifactInput[] =>
  builds
    .filter(({ target }) => !without.includes(target))
    .map(({ target, format }) => pieceOf(version, target, format));

/** Creates the app, its trusted publisher and its signing key. */
const found = async ({ service: { client }, at }: Stage): Promise<void> => {
  at('2026-08-03T08:12:00.000Z');
  await client.createApp({ slug, name: 'Lantern', adapter: 'tauri', allowanceBytes: 750_000_000_000 });
  for (const name of ['beta', 'nightly']) await client.createChannel(slug, { name });
  await client.changeChannel(slug, 'beta', { alsoOffers: 'stable' });
  await client.addSigningKey(slug, { publicKey: signer.publicKey.tauri, name: 'release key 2026' });
  await client.changeApp(slug, { signatures: 'require' });
  const github = { provider: 'github', repository: 'acme/lantern', workflow: 'release.yml' } as const;
  await client.trustPublisher(slug, { ...github, environment: 'release' });
  await client.createDomain(slug, { domain: 'get.lantern.example' });
};

const brakes = { acceptable: 0.5, bad: 2 };
const steps = [
  { percent: 10 },
  { percent: 50, afterHours: 48, needs: { outcomes: 500 } },
  { percent: 100, afterHours: 120 },
];

type TimedAction = readonly [at: string, act: () => Promise<unknown>];

/** Runs all events in chronological order. */
const happen = async ({ at }: Stage, actions: readonly TimedAction[]): Promise<void> => {
  for (const [time, act] of [...actions].sort(([one], [other]) => (one < other ? -1 : 1))) {
    at(time);
    await act();
  }
};

/** After the releases: the bad one is withdrawn, 1.5.0 starts at 10 %, gets health reports, and advances to 50 %. */
const aftermath = (ids: ReadonlyMap<string, string>, lead: Client, monitor: Client): TimedAction[] => {
  const [bad, good] = [() => ids.get('1.4.3') ?? '', () => ids.get('1.5.0') ?? ''];
  const reason = 'Crashes at start on Windows 10';
  return [
    ['2026-11-04T01:58:00.000Z', () => lead.withdrawRelease(slug, bad(), { reason })],
    ['2026-11-11T09:00:00.000Z', () => monitor.reportHealth(slug, good(), { good: 1204, bad: 4 })],
    ['2026-11-13T09:12:00.000Z', () => lead.advanceRollout(slug, good())],
    ['2026-11-16T06:00:00.000Z', () => monitor.reportHealth(slug, good(), { good: 6312, bad: 17 })],
    [
      '2026-11-16T06:00:01.000Z',
      () => monitor.reportHealth(slug, good(), { good: 2910, bad: 11, target: 'windows-x86_64' }),
    ],
  ];
};

const live = async (stage: Stage): Promise<Map<string, string>> => {
  const { service, by } = stage;
  await found(stage);
  const pipeline = await by('release pipeline', ['publish', 'read']);
  const lead = await by('Maren', ['read', 'publish', 'withdraw']);
  const monitor = await by('crash service', ['report']);
  const put = (url: string, question: object) =>
    requestPort(service.uploadPort, url.slice(new URL(url).origin.length), {
      host: hosts.uploads,
      ...question,
    });
  const publisher = createPublisher(pipeline, slug, put);
  const ids = new Map<string, string>();
  const publish = async (past: PastRelease): Promise<void> => {
    const { version, channel, notes = '' } = past;
    const draft = await publisher.draft({ version, channel, notes });
    for (const piece of piecesOf(past)) await publisher.upload(await publisher.declare(draft, piece));
    if (version === '1.5.0') await lead.planRollout(slug, draft.id, { steps, brakes });
    await pipeline.publishRelease(slug, draft.id);
    ids.set(version, draft.id);
  };
  const published = releases.map((past): TimedAction => [past.at, () => publish(past)]);
  await happen(stage, [...published, ...aftermath(ids, lead, monitor)]);
  return ids;
};

const stageOf = (service: Service, at: Stage['at']): Stage => ({
  service,
  at,
  by: async (name, scopes) => {
    const { secret } = await service.client.createKey(slug, { name, scopes });
    return createClient({ baseUrl: `http://localhost:${service.port}`, key: secret, fetch: dialFetch });
  },
});

/** Starts the server, replays Lantern's history, and stops the clock at the time of the pictures. */
export const openWorld = async (): Promise<World> => {
  const folder = await openFolder('pictures');
  const clock = join(folder.path, 'clock');
  const at = (time: string): void => writeFileSync(clock, String(Date.parse(time)));
  at(now);
  const [port, uploadPort] = await freePorts(2);
  // Resolves no name: the domain in the pictures is not set up yet.
  const names = await startNameServer();
  const env = {
    ...{ PORT: String(port), SLIPWAY_UPLOAD_PORT: String(uploadPort), PICTURES_CLOCK: clock },
    SLIPWAY_DNS_SERVERS: names.address,
    SLIPWAY_BASE_URL: `http://${hosts.base}`,
    SLIPWAY_UPLOAD_URL: `http://${hosts.uploads}`,
    SLIPWAY_PUBLIC_URL: 'https://{slug}.updates.example.com',
  };
  const nodeArgs = ['--import', fileURLToPath(new URL('held-time.mjs', import.meta.url))];
  const start = () => startService({ folder: folder.path, env, nodeArgs });
  const first = await start();
  const ids = await live(stageOf(first, at));
  await first.stop();
  writePast({ folder: folder.path, ids });
  at(now);
  const service = await start();
  return {
    ...{ service, folder: folder.path, ids },
    stop: async () => {
      await service.stop();
      await names.stop();
      await folder.remove();
    },
  };
};
