import { randomBytes } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Client, createClient } from '@slipway/api';
import { dial, dialFetch } from '../../lab/dial.ts';
import { createPublisher, sha256Of } from '../../lab/publisher.ts';
import type { Service } from '../../lab/service.ts';
import { expect, formatCount, type Narrator } from './narrator.ts';
import { generateKey, signDemoFile } from './signer.ts';

/* The publisher's side: an app, a key, a draft, two artifacts, publish. */

const mebibyte = 1024 * 1024;

export const slug = 'comet';
export const version = '1.2.0';

const builds = [
  { target: 'darwin-aarch64', format: '.app.tar.gz', sizeBytes: 24 * mebibyte },
  { target: 'windows-x86_64', format: '-setup.exe', sizeBytes: 6 * mebibyte },
] as const;

/** The published values, which clients must confirm. */
export interface ShippedRelease {
  publicUrl: string;
  publicKey: string;
  releaseId: string;
  /** The build that the demo's client updates to. */
  sha256: string;
  sizeBytes: number;
  /** Uses the publish key. */
  client: Client;
}

interface Build {
  target: string;
  format: string;
  bytes: Buffer;
  sha256: string;
  signature: string;
}

const buildAll = async (folder: string, { step }: Narrator) => {
  const publicKey = await generateKey(folder);
  step('A signing key is made by Tauri’s own signer', 'tauri signer generate');
  const made = await Promise.all(
    builds.map(async ({ target, format, sizeBytes }): Promise<Build> => {
      const file = join(folder, `${slug}-${target}`);
      const bytes = randomBytes(sizeBytes);
      await writeFile(file, bytes);
      const sha256 = sha256Of(bytes);
      const signature = await signDemoFile(folder, file, version);
      return { target, format: format.replace(/^(?=[^.])/, '.'), bytes, sha256, signature };
    }),
  );
  for (const { target, bytes } of made) {
    step(
      `A build for ${target} is signed (${formatCount(bytes.length)} bytes)`,
      `tauri signer sign --app-version ${version}`,
    );
  }
  return { publicKey, made };
};

const upload = async (client: ShippedRelease['client'], build: Build, { step }: Narrator): Promise<void> => {
  const { target, format, bytes, signature } = build;
  const publisher = createPublisher(client, slug);
  const contentType = 'application/octet-stream';
  const declared = await publisher.declare({ version }, { target, format, bytes, signature, contentType });
  step(`${target} is declared: size, SHA-256, signature`, `POST /v1/apps/${slug}/artifacts/presign → 201`);
  await publisher.upload(declared);
  const { host, pathname } = new URL(declared.uploadUrl);
  step(`${target} is uploaded, with no key`, `PUT ${host}${pathname.slice(0, 12)}… → 200`);
};

export const shipRelease = async (
  { baseUrl, client: admin, folder }: Service,
  narrator: Narrator,
): Promise<ShippedRelease> => {
  const { step, heading } = narrator;

  heading('The operator');
  const { app } = await admin.createApp({ slug, name: 'Comet', adapter: 'tauri' });
  step(`The app "${slug}" is made; its public host is ${new URL(app.publicUrl).host}`, 'POST /v1/apps → 201');
  const { key, secret } = await admin.createKey(slug, { name: 'release pipeline' });
  step(
    `A publish key is made: ${key.scopes.join(' and ')}, for this app alone`,
    `POST /v1/apps/${slug}/keys → 201`,
  );

  heading('The publisher');
  const client = createClient({ baseUrl, key: secret, fetch: dialFetch });
  const { publicKey, made } = await buildAll(folder, narrator);
  const darwin = made.find(({ target }) => target === 'darwin-aarch64');
  expect(darwin !== undefined, 'there is no build for darwin-aarch64');
  const draft = await client.createRelease(slug, { version, notes: 'Starts twice as fast.' });
  step(`Version ${version} is a draft`, `POST /v1/apps/${slug}/releases → 201`);
  for (const build of made) await upload(client, build, narrator);

  const early = await dial(`${app.publicUrl}/releases/stable/darwin/aarch64/1.1.0`);
  expect(early.status === 204, `a draft was offered: ${early.status}`);
  step('Clients see nothing of the draft yet', `GET /releases/stable/darwin/aarch64/1.1.0 → ${early.status}`);

  const { release } = await client.publishRelease(slug, draft.release.id);
  const { warnings = [] } = release;
  expect(release.state === 'published', `the release is ${release.state}`);
  expect(warnings.length === 0, `publishing warned: ${warnings.map(({ detail }) => detail).join(' ')}`);
  step(
    'Every byte is verified, and the release is public at once',
    `POST …/releases/${release.id.slice(0, 8)}…/publish → 200`,
  );
  return {
    publicUrl: app.publicUrl,
    publicKey,
    releaseId: release.id,
    sha256: darwin.sha256,
    sizeBytes: darwin.bytes.length,
    client,
  };
};
