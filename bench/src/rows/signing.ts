import { createHash } from 'node:crypto';
import { cpuSeconds } from '../../../lab/process-usage.ts';
import { createSigner } from '../../../lab/signer.ts';
import { type Bench, stopWithSection } from '../measuring/bench.ts';
import { type Findings, formatRatio } from '../measuring/row.ts';
import { pacedChecks, publishApp } from '../measuring/sample-app.ts';
import { median, medianRatio } from '../measuring/statistics.ts';
import { type Slipway, startSlipway } from '../subjects/slipway.ts';
import { uploadRequestHead } from './uploads.ts';

/* The cost of signature verification for publishers of large files, and for clients that check meanwhile. */

const app = 'signed';
const checked = 'checked';
const pieceBytes = 1024 * 1024;
const windowMs = 4000;
const pairs = 3;

/** The hashes of a body with this many chunks. */
const hashesOf = (pieces: number): { sha256: string; blake2b: Buffer } => {
  const piece = Buffer.alloc(pieceBytes, 'slipway ');
  const [sha256, blake2b] = [createHash('sha256'), createHash('blake2b512')];
  for (let index = 0; index < pieces; index++) {
    sha256.update(piece);
    blake2b.update(piece);
  }
  return { sha256: sha256.digest('hex'), blake2b: blake2b.digest() };
};

/** Uploads this many MiB to a draft repeatedly, and publishes with and without verification. */
const createGiant = async (bench: Bench, slipway: Slipway, pieces: number) => {
  const { client, pid } = slipway;
  const signer = createSigner();
  const { sha256, blake2b } = hashesOf(pieces);
  await client.createApp({ slug: app });
  await client.addSigningKey(app, { publicKey: signer.publicKey.line });
  let count = 0;
  return async (signatures: 'off' | 'require') => {
    count += 1;
    const version = `${count}.0.0`;
    await client.changeApp(app, { signatures });
    const { release } = await client.createRelease(app, { version });
    const { uploadUrl, headers } = await client.presignArtifact(app, {
      ...{ version, target: 'linux-x86_64', format: '.AppImage', size: pieceBytes * pieces, sha256 },
      signature: signer.signHash(blake2b, { version }),
    });
    const url = new URL(uploadUrl);
    const head = uploadRequestHead(url, pieceBytes * pieces, headers);
    await bench.load.run({ kind: 'put', port: Number(url.port), head, pieceBytes, pieces });
    return async (): Promise<number> => {
      const before = cpuSeconds(pid);
      await client.publishRelease(app, release.id);
      return cpuSeconds(pid) - before;
    };
  };
};

export const measureSigning = async (bench: Bench): Promise<Findings> => {
  const pieces = 1024;
  const slipway = stopWithSection(bench, await startSlipway({ folder: await bench.folder('signing') }));
  await publishApp(slipway, checked, 20);
  const prepare = await createGiant(bench, slipway, pieces);
  const order = pacedChecks(slipway, checked, windowMs);
  await bench.load.run(order);
  const costs: { off: number[]; require: number[] } = { off: [], require: [] };
  const p99s: { quiet: number[]; busy: number[] } = { quiet: [], busy: [] };
  for (let pair = 0; pair < pairs; pair++) {
    bench.log(`1 GiB with and without the gate, ${pair + 1} of ${pairs}`);
    costs.off.push(await (await prepare('off'))());
    costs.require.push(await (await prepare('require'))());
    const publish = await prepare('require');
    p99s.quiet.push((await bench.load.run(order)).p99Ms);
    const [busy] = await Promise.all([bench.load.run(order), publish()]);
    p99s.busy.push(busy.p99Ms);
  }
  const more = median(costs.require) - median(costs.off);
  const ratio = medianRatio(p99s.busy, p99s.quiet);
  return {
    rows: [
      {
        path: 'publish of a signed 1 GiB file, on SQLite and files',
        figure: '≤ 4 s of CPU time more than without a signature',
        value: more,
        limit: 4,
        measured: `${more.toFixed(2)} s`,
        detail: `${median(costs.require).toFixed(2)} s vs. ${median(costs.off).toFixed(2)} s; BLAKE2b-512 and SHA-256 in one pass`,
      },
      {
        path: 'update check during that publish',
        figure: 'p99 ≤ 2 × without',
        value: ratio,
        limit: 2,
        measured: formatRatio(ratio),
        detail: `p99 ${median(p99s.busy).toFixed(2)} ms vs. ${median(p99s.quiet).toFixed(2)} ms at 500 checks per second`,
        reason: 'The hashing thread, the main thread, and the load generator share two cores.',
      },
    ],
  };
};
