import { createHash } from 'node:crypto';
import { dial, dialStream } from '../../lab/dial.ts';
import { verifyMinisign } from './minisign.ts';
import { expect, formatCount, type Narrator } from './narrator.ts';
import { type ShippedRelease, slug, version } from './publisher.ts';

/* An installed app: checks, downloads over a broken connection, resumes, and verifies everything. */

const target = 'darwin-aarch64';
const oldVersion = '1.1.0';
const breakAfterBytes = 3 * 1024 * 1024;

interface Offer {
  version: string;
  url: string;
  signature: string;
}

const check = (publicUrl: string, currentVersion: string) =>
  dial(`${publicUrl}/releases/stable/darwin/aarch64/${currentVersion}`, {
    headers: { accept: 'application/json' },
  });

/** Reads at least this many bytes, then disconnects. */
const downloadUntil = async (url: string, enoughBytes: number) => {
  const { status, headers, body } = await dialStream(url);
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of body) {
    chunks.push(chunk);
    bytes += chunk.length;
    if (bytes >= enoughBytes) break;
  }
  body.destroy();
  return {
    status,
    received: Buffer.concat(chunks),
    etag: headers.etag ?? '',
    size: Number(headers['content-length']),
  };
};

const download = async (url: string, { step }: Narrator): Promise<Buffer> => {
  const path = new URL(url).pathname.replace(/(rel_.{4})[^/]*/, '$1…');
  const first = await downloadUntil(url, breakAfterBytes);
  expect(first.status === 200, `the download was answered ${first.status}`);
  expect(first.received.length < first.size, 'the line did not break in time');
  step(
    `The line breaks after ${formatCount(first.received.length)} of ${formatCount(first.size)} bytes`,
    `GET ${path} → 200`,
  );
  const rest = await dial(url, {
    headers: { range: `bytes=${first.received.length}-`, 'if-range': first.etag },
  });
  expect(rest.status === 206, `the range was answered ${rest.status}`);
  const whole = Buffer.concat([first.received, rest.body]);
  expect(whole.length === first.size, `${whole.length} bytes arrived of ${first.size}`);
  step(
    `The rest is asked for and arrives: ${formatCount(whole.length - first.received.length)} bytes`,
    `GET … Range: bytes=${first.received.length}- → ${rest.status}`,
  );
  return whole;
};

const isRefused = (bytes: Buffer, signature: string, publicKey: string): boolean => {
  try {
    verifyMinisign(bytes, signature, publicKey);
    return false;
  } catch {
    return true;
  }
};

const verifyAll = async (
  { bytes, offer }: { bytes: Buffer; offer: Offer },
  shipped: ShippedRelease,
  { step }: Narrator,
): Promise<void> => {
  const latest = await dial(`${shipped.publicUrl}/releases/v1/apps/${slug}/latest?target=${target}`);
  const { platforms } = JSON.parse(latest.text());
  const sha256 = createHash('sha256').update(bytes).digest('hex');
  expect(sha256 === platforms[target].sha256, 'the SHA-256 differs from the published one');
  expect(sha256 === shipped.sha256, 'the SHA-256 differs from the one that was built');
  step(
    `SHA-256 is the published one, ${sha256.slice(0, 12)}…`,
    `GET /releases/v1/apps/${slug}/latest → ${latest.status}`,
  );

  const signed = verifyMinisign(bytes, offer.signature, shipped.publicKey);
  expect(signed.version === offer.version, `the signature is for ${signed.version}`);
  step(`The minisign signature holds, for version ${signed.version}`, 'Ed25519 over BLAKE2b-512');
  bytes[1000] = (bytes[1000] ?? 0) ^ 1;
  expect(isRefused(bytes, offer.signature, shipped.publicKey), 'a changed file passed the signature');
  step('The same file with one bit changed is refused', 'Ed25519 over BLAKE2b-512');
};

/** Updates an old client and checks again as a new one. */
export const updateClient = async (shipped: ShippedRelease, narrator: Narrator): Promise<void> => {
  const { step, heading } = narrator;
  heading(`A client at ${oldVersion}`);
  const answer = await check(shipped.publicUrl, oldVersion);
  expect(answer.status === 200, `the check was answered ${answer.status}`);
  const offer: Offer = JSON.parse(answer.text());
  expect(offer.version === version, `version ${offer.version} was offered`);
  step(`Is offered ${offer.version}`, `GET /releases/stable/darwin/aarch64/${oldVersion} → ${answer.status}`);
  await verifyAll({ bytes: await download(offer.url, narrator), offer }, shipped, narrator);

  heading(`A client at ${version}`);
  const upToDate = await check(shipped.publicUrl, version);
  expect(upToDate.status === 204, `the check was answered ${upToDate.status}`);
  step('Is up to date', `GET /releases/stable/darwin/aarch64/${version} → ${upToDate.status}`);
};
