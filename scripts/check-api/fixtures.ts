import { createClient } from '@slipway/api';
import { dialFetch } from '../../lab/dial.ts';
import { createPublisher } from '../../lab/publisher.ts';
import { adminKey, type Service } from '../../lab/service.ts';
import { createSigner } from '../../lab/signer.ts';

/* Apps with objects for every path, query and body, so that the fuzzer gets past "not found". */

export interface AppFixture {
  slug: string;
  host: string;
  key: string;
  releases: string[];
  draftVersions: string[];
  keys: string[];
  signingKeys: string[];
  trustedPublishers: string[];
  domains: string[];
  channels: string[];
  otherChannels: string[];
  targets: string[];
  architectures: string[];
  versions: string[];
  fileNames: string[];
  feeds: string[];
}

export interface Fixtures {
  adminKey: string;
  apps: AppFixture[];
}

const adapters = ['tauri', 'rest', 'squirrel', 'cargo-packager'];
const scopes = ['read', 'publish', 'withdraw', 'prune', 'manage', 'report'] as const;
const draftVersions = ['2.0.0', '2.1.0', '2.2.0', '2.3.0', '2.4.0', '2.5.0'];
const target = 'linux-x86_64';

/** Fills one app: published, withdrawn, rolling and draft releases, keys, a domain, a trusted publisher. */
const fillApp = async ({ client, port }: Service, index: number): Promise<AppFixture> => {
  const slug = `fuzz-${index}`;
  await client.createApp({ slug, adapter: adapters[index % adapters.length] ?? 'rest' });
  await client.createChannel(slug, { name: 'beta' });
  const main = await client.createKey(slug, { name: 'fuzzer', scopes: [...scopes] });
  const spare = await client.createKey(slug, { name: 'spare' });
  const own = createClient({ baseUrl: `http://localhost:${port}`, key: main.secret, fetch: dialFetch });
  const publisher = createPublisher(own, slug);
  const pieces = [{ target }, { target: 'windows-x86_64', format: '.exe' }];
  const first = await publisher.publish({ version: '1.0.0', notes: 'First.' }, pieces);
  const withdrawn = await publisher.publish({ version: '1.1.0' }, pieces);
  await own.withdrawRelease(slug, withdrawn.release.id, { reason: 'It does not start.' });
  const rolling = await publisher.publish({ version: '1.2.0' }, pieces);
  await own.planRollout(slug, rolling.release.id, { steps: [{ percent: 10 }, { percent: 100 }] });
  const beta = await publisher.publish({ version: '1.3.0-beta.1', channel: 'beta' }, [{ target }]);
  const drafts: string[] = [];
  for (const version of draftVersions) {
    const draft = await publisher.draft({ version });
    await publisher.upload(await publisher.declare(draft));
    drafts.push(draft.id);
  }
  const { signingKey } = await own.addSigningKey(slug, { publicKey: createSigner().publicKey.tauri });
  const trust = { provider: 'github', repository: `acme/${slug}`, workflow: 'release.yml' } as const;
  const { trustedPublisher } = await client.trustPublisher(slug, trust);
  const { domain } = await client.createDomain(slug, { domain: `updates.${slug}.example` });
  return {
    slug,
    host: `${slug}.localhost:${port}`,
    key: main.secret,
    releases: [first.release.id, rolling.release.id, withdrawn.release.id, beta.release.id, ...drafts],
    draftVersions,
    keys: [spare.key.id],
    signingKeys: [signingKey.id],
    trustedPublishers: [trustedPublisher.id],
    domains: [domain.domain],
    channels: ['stable', 'beta'],
    otherChannels: ['beta'],
    targets: [target, 'windows-x86_64', 'linux'],
    architectures: ['x86_64'],
    versions: ['0.9.0', '1.0.0', '1.2.0'],
    fileNames: [`${slug}-1.0.0-${target}.AppImage`],
    feeds: ['electron', 'sparkle', 'squirrel', 'velopack', 'tauri', 'cargo-packager', 'zsync'],
  };
};

export const createFixtures = async (service: Service, appCount: number): Promise<Fixtures> => {
  const apps: AppFixture[] = [];
  for (let index = 0; index < appCount; index++) apps.push(await fillApp(service, index));
  return { adminKey, apps };
};
