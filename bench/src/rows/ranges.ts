import { type Bench, stopWithSection } from '../measuring/bench.ts';
import { type Findings, formatRatio } from '../measuring/row.ts';
import { publishRelease } from '../measuring/sample-app.ts';
import { median, medianRatio } from '../measuring/statistics.ts';
import { getRequest } from '../measuring/wire.ts';
import { startS3 } from '../subjects/s3.ts';
import { startSlipway } from '../subjects/slipway.ts';
import { compareBytes, type Source } from './downloads.ts';

/* A differential update: as many ranges as electron-updater puts into one request, each a block or two. */

const app = 'ranged';
const target = 'windows-x86_64';
const ranges = 500;
const rangeBytes = 32 * 1024;
/** The distance between range starts; the gaps are too wide to read through. */
const strideBytes = 128 * 1024;

const severalRanges = Array.from({ length: ranges }, (_, index) => {
  const start = index * strideBytes;
  return `${start}-${start + rangeBytes - 1}`;
});

/** CPU seconds per GB for the same bytes in one range and in 500, from one process. */
export const compareRanges = async (bench: Bench, name: string, env: Record<string, string> = {}) => {
  const slipway = stopWithSection(bench, await startSlipway({ folder: await bench.folder(name), env }));
  await slipway.client.createApp({ slug: app });
  const bytes = Buffer.alloc(ranges * strideBytes, 'artifact');
  const id = await publishRelease(slipway, { app, version: '1.0.0', targets: [target], bytes });
  const { pid, port } = slipway;
  const sourceOf = (name: string, range: string): Source => {
    const path = `/releases/download/${id}/${target}`;
    return { name, pid, port, request: getRequest(slipway.hostOf(app), path, `bytes=${range}`) };
  };
  const one = sourceOf('one', `0-${ranges * rangeBytes - 1}`);
  return compareBytes(bench, [one, sourceOf('several', severalRanges.join(','))], 4);
};

const measureOn = async (bench: Bench, from: string, env?: Record<string, string>) => {
  bench.log(`500 ranges from ${from}`);
  const { one = [], several = [] } = await compareRanges(bench, `ranges-from-${from}`, env);
  const detail = `CPU per GB: one range ${median(one).toFixed(2)} s, 500 ranges ${median(several).toFixed(2)} s`;
  return { value: medianRatio(several, one), detail };
};

export const measureRanges = async (bench: Bench): Promise<Findings> => {
  const files = await measureOn(bench, 'files');
  const s3 = stopWithSection(bench, await startS3());
  const fromS3 = await measureOn(bench, 'S3', s3.env);
  return {
    rows: [
      {
        path: 'download of 500 ranges from files, vs. the same bytes in one range',
        figure: 'CPU ≤ 2.0 ×',
        limit: 2,
        ...files,
        measured: formatRatio(files.value),
      },
      {
        path: 'download of 500 ranges from S3, vs. the same bytes in one range',
        figure: 'CPU ≤ 2.0 ×, including bytes read and not sent',
        limit: 2,
        ...fromS3,
        measured: formatRatio(fromS3.value),
      },
    ],
  };
};
