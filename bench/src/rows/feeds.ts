import { createHash } from 'node:crypto';
import { createPublisher } from '../../../lab/publisher.ts';
import { type Bench, stopWithSection } from '../measuring/bench.ts';
import { type Contender, compareCpu, costOf } from '../measuring/compare.ts';
import { type Findings, formatMicros, formatRatio } from '../measuring/row.ts';
import { checkPath, oldVersion, sample } from '../measuring/sample-app.ts';
import { medianRatio } from '../measuring/statistics.ts';
import { fetchText, getRequest } from '../measuring/wire.ts';
import { type Slipway, startOnPostgresAndS3, startSlipway } from '../subjects/slipway.ts';

/* A feed document compared with the check: both are cached, although no two document requests are alike. */

const fed = 'fed';
const releases = 20;
/** electron-updater adds a different query each time, from the milliseconds of the day. */
const queries = 5000;

export const feedPath = '/feeds/electron/stable/latest.yml';

/** Distinct requests for the document. */
export const feedRequests = (host: string): string[] =>
  Array.from({ length: queries }, (_, index) =>
    getRequest(host, `${feedPath}?noCache=${(1_767_225_600_000 + index * 7).toString(32)}`),
  );

/** An app with releases for checks and for the document. */
export const publishFeedApp = async ({ client }: Slipway, app: string): Promise<void> => {
  await client.createApp({ slug: app });
  for (let index = 0; index < releases; index++) {
    const version = `1.0.${index}`;
    const bytes = Buffer.from(version);
    const sha512 = createHash('sha512').update(bytes).digest('base64');
    const { notes, signature } = sample;
    await createPublisher(client, app).publish({ version, notes }, [
      { target: 'linux-x86_64', bytes, signature },
      { target: 'windows-x86_64', format: '.exe', bytes, sha512 },
    ]);
  }
};

/** Contenders for the check and for the document. */
export const feedContenders = async (slipway: Slipway, prefix = ''): Promise<Contender[]> => {
  await publishFeedApp(slipway, fed);
  const host = slipway.hostOf(fed);
  const { pid, port } = slipway;
  // The first request fills the cache.
  await fetchText(port, host, feedPath);
  const checks = [getRequest(host, checkPath(oldVersion))];
  return [
    { name: `${prefix}check`, pid, port, requests: checks, status: 200 },
    { name: `${prefix}feed`, pid, port, requests: feedRequests(host), status: 200 },
  ];
};

export const measureFeeds = async (bench: Bench): Promise<Findings> => {
  const slipway = stopWithSection(bench, await startSlipway({ folder: await bench.folder('feeds') }));
  const servers = await startOnPostgresAndS3(bench);
  const contenders = [...(await feedContenders(slipway)), ...(await feedContenders(servers, 'on servers, '))];
  bench.log('documents of feeds');
  const costs = await compareCpu(bench.load, contenders, bench.rounds);
  const ratio = (prefix: string) => medianRatio(costs[`${prefix}feed`] ?? [], costs[`${prefix}check`] ?? []);
  const value = ratio('');
  const sizes = await Promise.all(
    [feedPath, checkPath(oldVersion)].map((path) => fetchText(slipway.port, slipway.hostOf(fed), path)),
  );
  const [document = 0, check = 0] = sizes.map((text) => Buffer.byteLength(text));
  return {
    rows: [
      {
        path: 'feed document, with a different query each time',
        figure: 'CPU per request ≤ 1.0 × the check',
        value,
        limit: 1,
        measured: formatRatio(value),
        detail:
          `${formatMicros(costOf(costs, 'feed'))} vs. ${formatMicros(costOf(costs, 'check'))}, ` +
          `for ${document} B vs. ${check} B; on PostgreSQL and S3 ${formatRatio(ratio('on servers, '))}`,
        reason: 'Parsing a longer URL takes the rest.',
      },
    ],
  };
};
