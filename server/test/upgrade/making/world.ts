import { setTimeout as sleep } from 'node:timers/promises';
import { bytesFor, longArtifact, longParts } from '../bytes.ts';
import type { Ask, MovableClock } from './older-service.ts';
import { createPublisher, type Draft, type Piece, type Publisher } from './publisher.ts';

/* A deployment after some days of use: everything that 0.1.0 could store. */

const linux = 'linux-x86_64';
const mac = 'darwin-aarch64';
const windows = 'windows-x86_64';

const oddNotes = 'Füße & <b>naïve</b> 🚀\n日本語\t"quoted" \\ back\u2028slash\nשלום';

/** The text of a `.sig` file as Tauri's signer writes it, with random content. */
const signatureFor = (bytes: Buffer): string =>
  Buffer.from(
    [
      'untrusted comment: signature from tauri secret key',
      Buffer.concat([Buffer.from('ED'), bytes.subarray(-72)]).toString('base64'),
      'trusted comment: timestamp:1780000000\tfile:atlas.tar.gz',
      bytes.subarray(-136, -72).toString('base64'),
      '',
    ].join('\n'),
  ).toString('base64');

/** A file of `atlas 1.0.0` for a target. */
const piece = (name: string, target: string, fields: Partial<Piece> = {}): Piece => {
  const [app = '', version = ''] = name.split(' ');
  const bytes = bytesFor(app, version, target);
  return { target, bytes, ...(app === 'atlas' ? { signature: signatureFor(bytes) } : {}), ...fields };
};

/** The host of the app of a release. */
export const hostOf = (release: string): string =>
  release.startsWith('borealis ')
    ? 'northern-lights.updates.example'
    : `${release.split(' ')[0]}.updates.example`;

export interface World {
  secrets: Record<string, string>;
  releases: Record<string, string>;
}

interface Making {
  publisher: Publisher;
  world: World;
  download(release: string, target: string, headers?: Record<string, string>): Promise<void>;
}

const release = async ({ publisher, world }: Making, app: string, fields: Draft & { pieces: Piece[] }) => {
  const { pieces, ...draft } = fields;
  world.releases[`${app} ${draft.version}`] = await publisher.release(app, draft, pieces);
};

const idOf = ({ world }: Making, name: string): string => {
  const id = world.releases[name];
  if (id === undefined) throw new Error(`${name} was not published`);
  return id;
};

const makeKeys = async ({ publisher, world }: Making): Promise<void> => {
  const all = ['read', 'publish', 'withdraw', 'prune', 'manage'];
  const make = async (name: string, app: string, fields: object): Promise<string> => {
    const { id, secret } = await publisher.key(app, { name, ...fields });
    world.secrets[name] = secret;
    return id;
  };
  await make('everything', 'atlas', { scopes: all });
  await make('usual', 'atlas', {});
  await make('reading', 'atlas', { scopes: ['read'] });
  await make('withdrawing until 2027', 'atlas', { scopes: ['withdraw'], expiresAt: '2027-01-01T00:00:00Z' });
  await make('expired', 'atlas', { scopes: all, expiresAt: '2026-05-30T00:00:00Z' });
  const revoked = await make('revoked', 'atlas', { scopes: all });
  await publisher.call('DELETE', `/atlas/keys/${revoked}`);
  await make('borealis', 'borealis', { scopes: all });
};

const firstDay = async (making: Making): Promise<void> => {
  const { call } = making.publisher;
  await call('POST', '', { slug: 'atlas', name: 'Atlas ☀ Editor', adapter: 'tauri' });
  await call('POST', '', { slug: 'borealis', publicSlug: 'northern-lights', adapter: 'rest' });
  await call('POST', '', { slug: 'capped', adapter: 'rest', allowanceBytes: 200 });
  for (const name of ['beta', 'nightly']) await call('POST', '/atlas/channels', { name });
  await call('POST', '/atlas/domains', { domain: 'updates.atlas-editor.example' });
  await makeKeys(making);
  await release(making, 'atlas', {
    version: '1.0.0',
    notes: 'The first one.',
    pubDate: '2026-05-01T10:00:00+02:00',
    pieces: [piece('atlas 1.0.0', linux), piece('atlas 1.0.0', windows)],
  });
  await release(making, 'atlas', {
    version: '2.5.0',
    notes: oddNotes,
    pieces: [linux, mac, windows].map((target) =>
      piece('atlas 2.5.0', target, { format: '.tar.gz', contentType: 'application/gzip' }),
    ),
  });
  await making.download('atlas 2.5.0', linux);
  await making.download('atlas 2.5.0', mac, { range: 'bytes=10-29' });
};

/** Deletes an app and reuses its slug: the audit log has both. */
const takeSlugAgain = async ({ publisher: { call, key, draft } }: Making): Promise<void> => {
  await call('POST', '', { slug: 'phoenix', publicSlug: 'ashes', name: 'The first Phoenix' });
  await key('phoenix', { name: 'a key of the first' });
  const id = await draft('phoenix', { version: '0.0.1' });
  await call('DELETE', `/phoenix/releases/${id}`);
  await call('DELETE', '/phoenix');
  await call('POST', '', { slug: 'phoenix', name: 'The second Phoenix', adapter: 'rest' });
};

const secondDay = async (making: Making): Promise<void> => {
  const { call } = making.publisher;
  // One version in two spellings, which later versions reject: existing ones stay.
  await release(making, 'atlas', { version: 'v2.5.0', pieces: [piece('atlas v2.5.0', linux)] });
  await release(making, 'atlas', {
    version: '2.6.0-beta.1',
    channel: 'beta',
    pieces: [piece('atlas 2.6.0-beta.1', linux)],
  });
  await release(making, 'atlas', { version: '2.6.0', pieces: [piece('atlas 2.6.0', linux)] });
  const withdrawn = idOf(making, 'atlas 2.6.0');
  await call('POST', `/atlas/releases/${withdrawn}/withdraw`, { reason: 'Crashes at start – Ärger' });
  const restored = idOf(making, 'atlas 1.0.0');
  await call('POST', `/atlas/releases/${restored}/withdraw`, { reason: 'by mistake' });
  await call('POST', `/atlas/releases/${restored}/restore`);
  await call('POST', `/atlas/releases/${restored}/artifacts/${windows}/prune`);
  await release(making, 'atlas', {
    version: 'nightly-20260530',
    channel: 'nightly',
    pieces: [piece('atlas nightly-20260530', linux)],
  });
  await call('PATCH', '/atlas/channels/nightly', { active: false });
  await takeSlugAgain(making);
  await making.download('atlas 2.5.0', linux);
  await making.download('atlas v2.5.0', linux);
};

const thirdDay = async (making: Making): Promise<void> => {
  const { call, draft, upload, declare, put } = making.publisher;
  await release(making, 'borealis', { version: 'V2.0.0', pieces: [piece('borealis V2.0.0', linux)] });
  await release(making, 'borealis', {
    version: '2.1.0',
    pieces: [piece('borealis 2.1.0', linux, { signature: 'of no known kind' })],
  });
  await call('PATCH', `/borealis/releases/${idOf(making, 'borealis 2.1.0')}`, { notes: oddNotes });
  await release(making, 'capped', { version: '1.0.0', pieces: [piece('capped 1.0.0', linux)] });
  await making.download('capped 1.0.0', linux);
  await making.download('borealis 2.1.0', linux);

  const whole = { version: '3.0.0', notes: 'Not yet.' };
  making.world.releases['atlas 3.0.0'] = await draft('atlas', whole);
  await upload('atlas', whole, piece('atlas 3.0.0', linux));
  await declare('atlas', whole, piece('atlas 3.0.0', mac));

  const half = { version: '4.0.0' };
  making.world.releases['borealis 4.0.0'] = await draft('borealis', half);
  const { parts } = await declare('borealis', half, { target: linux, bytes: longArtifact, parts: true });
  await put(parts?.urls[1] ?? '', {}, longParts[1]);
};

/** Creates it across the end of a month. */
export const makeWorld = async (send: Ask, adminKey: string, clock: MovableClock): Promise<World> => {
  const world: World = { secrets: { admin: adminKey }, releases: {} };
  const making: Making = {
    world,
    publisher: createPublisher(send, adminKey, clock),
    download: async (name, target, headers = {}) => {
      clock.pass(1);
      const path = `/releases/download/${world.releases[name]}/${target}`;
      const { status } = await send({ host: hostOf(name), path, headers });
      if (status >= 300) throw new Error(`${name} did not download: ${status}`);
    },
  };
  const days = [firstDay, secondDay, thirdDay];
  for (const [index, day] of days.entries()) {
    clock.moveTo(['2026-05-29T09:00:00Z', '2026-05-31T23:50:00Z', '2026-06-01T08:00:00Z'][index] ?? '');
    await day(making);
    // Downloads count for the clock's day when they are flushed.
    await sleep(1500);
  }
  clock.moveTo('2026-06-02T12:00:00Z');
  return world;
};
