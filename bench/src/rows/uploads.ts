import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { cpuSeconds } from '../../../lab/process-usage.ts';
import { type Bench, stopWithSection } from '../measuring/bench.ts';
import { type Findings, formatRatio } from '../measuring/row.ts';
import { median, medianRatio } from '../measuring/statistics.ts';
import { startBare } from '../subjects/bare.ts';
import { startSlipway } from '../subjects/slipway.ts';

/* Uploads: the embedded storage compared with a bare pipe to a file with SHA-256. */

const app = 'uploaded';
const pieceBytes = 1024 * 1024;

const hashOfBody = (pieces: number): string => {
  const piece = Buffer.alloc(pieceBytes, 'slipway ');
  const hash = createHash('sha256');
  for (let index = 0; index < pieces; index++) hash.update(piece);
  return hash.digest('hex');
};

export const uploadRequestHead = (url: URL, size: number, headers: Record<string, string>): string =>
  [
    `PUT ${url.pathname}${url.search} HTTP/1.1`,
    `host: ${url.host}`,
    `content-length: ${size}`,
    ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`),
    '\r\n',
  ].join('\r\n');

type Subject = 'slipway' | 'bare';

/** Alternates uploads of this many MiB; returns MB/s and CPU seconds by round. */
export const compareUploads = async (bench: Bench, pieces: number) => {
  const size = pieceBytes * pieces;
  const folder = await bench.folder('uploads');
  const slipway = stopWithSection(bench, await startSlipway({ folder }));
  const bare = stopWithSection(bench, await startBare('hash-to-file', join(folder, 'bare')));
  await slipway.client.createApp({ slug: app });
  await slipway.client.createRelease(app, { version: '1.0.0' });
  const { uploadUrl, headers } = await slipway.client.presignArtifact(app, {
    version: '1.0.0',
    target: 'linux-x86_64',
    format: '.AppImage',
    size,
    sha256: hashOfBody(pieces),
  });
  bench.log('uploads');
  const rates: Record<Subject, number[]> = { slipway: [], bare: [] };
  const costs: Record<Subject, number[]> = { slipway: [], bare: [] };
  const put = async (to: Subject, address: string, sent: Record<string, string>): Promise<void> => {
    const url = new URL(address);
    const { pid } = to === 'bare' ? bare : slipway;
    const order = {
      kind: 'put',
      port: Number(url.port),
      head: uploadRequestHead(url, size, sent),
      pieceBytes,
      pieces,
    } as const;
    const before = cpuSeconds(pid);
    const { bytes, seconds } = await bench.load.run(order);
    rates[to].push(bytes / seconds / 1e6);
    costs[to].push(cpuSeconds(pid) - before);
  };
  // The first round is a warm-up.
  for (let round = -1; round < bench.rounds.rounds; round++) {
    await put('bare', `http://localhost:${bare.port}/`, {});
    await put('slipway', uploadUrl, headers);
  }
  for (const values of [...Object.values(rates), ...Object.values(costs)]) values.shift();
  return { rates, costs };
};

export const measureUploads = async (bench: Bench): Promise<Findings> => {
  const pieces = 256;
  const { rates } = await compareUploads(bench, pieces);
  const value = medianRatio(rates.slipway, rates.bare);
  return {
    rows: [
      {
        path: 'upload to files, hashed and synced',
        figure: '≥ 60% of the rate of a bare pipe to a file with SHA-256',
        value,
        limit: 0.6,
        atLeast: true,
        measured: formatRatio(value),
        detail: `${median(rates.slipway).toFixed(0)} MB/s vs. ${median(rates.bare).toFixed(0)} MB/s, ${pieces} MiB each`,
        reason: 'The bare pipe does not sync; waiting for the disk takes the rest.',
      },
    ],
  };
};
