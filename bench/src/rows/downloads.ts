import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { cpuSeconds } from '../../../lab/process-usage.ts';
import { type Bench, stopWithSection } from '../measuring/bench.ts';
import { type Findings, formatRatio } from '../measuring/row.ts';
import { publishRelease } from '../measuring/sample-app.ts';
import { median, medianRatio } from '../measuring/statistics.ts';
import { getRequest } from '../measuring/wire.ts';
import { startBare } from '../subjects/bare.ts';
import { startNginx } from '../subjects/nginx.ts';
import { startS3 } from '../subjects/s3.ts';
import { type Slipway, startSlipway } from '../subjects/slipway.ts';

/* Downloads from files and from S3. */

const app = 'downloaded';
const target = 'linux-x86_64';
const artifactBytes = 128 * 1024 * 1024;
const connections = 4;
const warmUpRounds = 3;

export interface Source {
  name: string;
  pid: number;
  port: number;
  request: string;
}

/** CPU seconds per GB sent, by round. */
export const compareBytes = async (bench: Bench, sources: readonly Source[], timesEach: number) => {
  const costs: Record<string, number[]> = Object.fromEntries(sources.map(({ name }) => [name, []]));
  for (let round = -warmUpRounds; round < bench.rounds.rounds; round++) {
    for (const { name, pid, port, request } of sources) {
      const before = cpuSeconds(pid);
      const { bytes } = await bench.load.run({ kind: 'drain', port, connections, timesEach, request });
      const cost = (cpuSeconds(pid) - before) / (bytes / 1e9);
      if (round >= 0) costs[name]?.push(cost);
    }
  }
  return costs;
};

const publishArtifact = async (slipway: Slipway, bytes: Buffer): Promise<Source> => {
  await slipway.client.createApp({ slug: app });
  const id = await publishRelease(slipway, { app, version: '1.0.0', targets: [target], bytes });
  const request = getRequest(slipway.hostOf(app), `/releases/download/${id}/${target}`);
  return { name: 'slipway', pid: slipway.pid, port: slipway.port, request };
};

const seconds = (values: readonly number[] | undefined): string => `${median(values ?? []).toFixed(2)} s`;

export const measureDownloads = async (bench: Bench): Promise<Findings> => {
  const bytes = Buffer.alloc(artifactBytes, 'artifact');
  const files = await bench.folder('files');
  await writeFile(join(files, 'artifact'), bytes);
  const request = getRequest('localhost', '/artifact');
  const nginx = stopWithSection(bench, await startNginx(await bench.folder('nginx-files'), files));
  const pipe = stopWithSection(bench, await startBare('pipe-file', join(files, 'artifact')));
  const slipway = stopWithSection(bench, await startSlipway({ folder: await bench.folder('downloads') }));
  bench.log('downloads from files');
  const costs = await compareBytes(
    bench,
    [
      { name: 'nginx', pid: nginx.pid, port: nginx.port, request },
      { name: 'pipe', pid: pipe.pid, port: pipe.port, request },
      await publishArtifact(slipway, bytes),
    ],
    4,
  );
  const toNginx = medianRatio(costs.slipway ?? [], costs.nginx ?? []);
  const toPipe = medianRatio(costs.slipway ?? [], costs.pipe ?? []);
  const detail = `CPU per GB: Slipway ${seconds(costs.slipway)}, nginx ${seconds(costs.nginx)}, pipe ${seconds(costs.pipe)}`;
  return {
    rows: [
      {
        path: 'download from files, vs. nginx sendfile',
        figure: 'CPU per GB ≤ 3.0 ×',
        value: toNginx,
        limit: 3,
        measured: formatRatio(toNginx),
        detail,
        reason:
          'nginx uses sendfile. Node.js has none, so every byte is copied from the page cache into the socket.',
      },
      {
        path: 'download from files, vs. createReadStream().pipe()',
        figure: 'less than half',
        value: toPipe,
        limit: 0.5,
        measured: formatRatio(toPipe),
        detail,
        reason: 'The rest is copying in the kernel, the same for both.',
      },
    ],
  };
};

export const measureS3Downloads = async (bench: Bench): Promise<Findings> => {
  const s3 = stopWithSection(bench, await startS3());
  const slipway = stopWithSection(
    bench,
    await startSlipway({ folder: await bench.folder('on-s3'), env: s3.env }),
  );
  const source = await publishArtifact(slipway, Buffer.alloc(artifactBytes, 'artifact'));
  const bare = stopWithSection(bench, await startBare('pipe-url', await s3.addressOfLargest()));
  const request = getRequest('localhost', '/artifact');
  bench.log('downloads from S3');
  const costs = await compareBytes(
    bench,
    [{ name: 'bare', pid: bare.pid, port: bare.port, request }, source],
    2,
  );
  const value = medianRatio(costs.slipway ?? [], costs.bare ?? []);
  return {
    rows: [
      {
        path: 'download from S3',
        figure: 'CPU per GB ≤ 1.3 × a bare piped http.get',
        value,
        limit: 1.3,
        measured: formatRatio(value),
        detail: `CPU per GB: Slipway ${seconds(costs.slipway)}, bare ${seconds(costs.bare)}`,
      },
    ],
  };
};
