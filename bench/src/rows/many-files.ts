import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Bench, stopWithSection } from '../measuring/bench.ts';
import { type Contender, compareCpu, costOf } from '../measuring/compare.ts';
import { formatMicros, formatRatio, type ResultRow } from '../measuring/row.ts';
import { appName } from '../measuring/seed-database.ts';
import { medianRatio } from '../measuring/statistics.ts';
import { getRequest, shuffledIndexes } from '../measuring/wire.ts';
import { startNginx } from '../subjects/nginx.ts';

const fewFiles = 10;
/** The size of a check's body. */
const fileBytes = 758;
/** The default limit of open files per process. */
const manyFiles = 10_000;

/** The cost for other servers when data exceeds the CPU cache. */
export const measureManyFiles = async (bench: Bench): Promise<ResultRow> => {
  const [files, sample] = [await bench.folder('files'), 'x'.repeat(fileBytes)];
  const names = Array.from({ length: manyFiles }, (_, index) => appName('file', index));
  for (const name of names) await writeFile(join(files, name), sample);
  const nginx = stopWithSection(bench, await startNginx(await bench.folder('nginx'), files, 2 * manyFiles));
  const ask = (name: string, count: number): Contender => ({
    ...{ name, pid: nginx.pid, port: nginx.port, status: 200 },
    requests: shuffledIndexes(count).map((index) => getRequest('localhost', `/${names[index]}`)),
  });
  bench.log('nginx with 10,000 files');
  const costs = await compareCpu(bench.load, [ask('few', fewFiles), ask('many', manyFiles)], bench.rounds);
  return {
    path: 'nginx with 10,000 static files',
    figure: 'CPU per request, compared with 10 files; no goal',
    value: undefined,
    limit: undefined,
    measured: formatRatio(medianRatio(costs.many ?? [], costs.few ?? [])),
    detail: `${formatMicros(costOf(costs, 'many'))} vs. ${formatMicros(costOf(costs, 'few'))}, all open in open_file_cache`,
  };
};
