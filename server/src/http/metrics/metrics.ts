import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import { createLabeledCounter, createPlainCounter } from './plain-counters.ts';
import { createScrapeCache, type Scrape } from './scrape-cache.ts';

/* Metrics of the process. Check counters are plain numbers, read on scrape. */

const seconds = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

/** `renderAll` renders other processes' metrics along with these. */
export const createMetrics = (renderAll?: () => Promise<Scrape>) => {
  const registry = new Registry();
  const render = async (): Promise<Scrape> => ({ text: await registry.metrics(), ageMs: 0 });
  // Sampling 10 times a second instead of 100 removes most of an idle server's CPU time.
  collectDefaultMetrics({ register: registry, eventLoopMonitoringPrecision: 100 });
  const timing = (name: string, help: string) =>
    new Histogram({ name, help, labelNames: ['operation'], buckets: seconds, registers: [registry] });
  const counter = (name: string, help: string, labelNames: string[]) =>
    new Counter({ name, help, labelNames, registers: [registry] });

  const database = timing('slipway_database_seconds', 'Duration of database operations.');
  const storage = timing('slipway_storage_seconds', 'Duration of storage operations.');
  const publishes = counter('slipway_publishes_total', 'Publishes: published, repeated, refused.', [
    'outcome',
  ]);
  const jobs = counter('slipway_job_runs_total', 'Runs of periodic jobs: done, failed.', ['job', 'outcome']);
  const ranged = counter('slipway_several_ranges_total', 'Multi-range downloads: parts or whole file.', [
    'answer',
  ]);
  const redirects = counter('slipway_redirected_downloads_total', 'Downloads redirected to S3.', []);
  const halts = counter(
    'slipway_rollout_halts_total',
    'Rollouts, or single targets, stopped by a brake: health, reports, silence.',
    ['source'],
  );
  let rollouts: Partial<Record<'rolling' | 'paused', number>> = {};
  // Every process counts the same rows, so the workers' values must not be added up.
  new Gauge({
    name: 'slipway_rollouts',
    help: 'Unfinished rollouts: rolling, paused. The same in every process: use max, not sum.',
    labelNames: ['state'],
    registers: [registry],
    aggregator: 'max',
    collect() {
      for (const state of ['rolling', 'paused'] as const) this.set({ state }, rollouts[state] ?? 0);
    },
  });
  const fleetOther = counter(
    'slipway_fleet_other_total',
    'Checks counted as `other` in the fleet: made-up versions or targets.',
    [],
  );
  const admissions = new Map<string, number>();
  new Counter({
    name: 'slipway_rollout_admissions_total',
    help: 'Checks decided by a rollout. Admitted: id, network, cohort, manual, rescued. Not admitted: outside, no-id, cap-reached, paused.',
    labelNames: ['by'],
    registers: [registry],
    collect() {
      this.reset();
      for (const [word, count] of admissions)
        this.inc({ by: word.replace(/^rollout-/, '').replace('-shut', '') }, count);
    },
  });
  const exchanges = counter(
    'slipway_exchanges_total',
    'OIDC tokens: exchanged, rejected, untrusted, unavailable.',
    ['outcome'],
  );
  const damaged = counter(
    'slipway_damaged_artifacts_total',
    'Stored files whose bytes differ from the published ones.',
    [],
  );

  return {
    registry,
    /** Prometheus text format, at most a second old. */
    render: createScrapeCache(renderAll ?? render),
    request: createLabeledCounter(registry, {
      name: 'slipway_requests_total',
      help: 'Requests by route and status.',
      labels: ['route', 'status'],
    }),
    check: createLabeledCounter(registry, {
      name: 'slipway_checks_total',
      help: 'Update checks: update, up-to-date, nothing (none published), misnamed (target published under another name).',
      labels: ['adapter', 'outcome'],
    }),
    report: createLabeledCounter(registry, {
      name: 'slipway_reports_total',
      help: 'Client reports by outcome and result: counted, repeated, unknown, off, chosen, outside, crowded, unproven, full, dropped.',
      labels: ['outcome', 'fate'],
    }),
    database: (operation: string, elapsed: number) => database.observe({ operation }, elapsed),
    storage: (operation: string, elapsed: number) => storage.observe({ operation }, elapsed),
    delivered: createPlainCounter(
      registry,
      'slipway_delivered_bytes_total',
      'Bytes of downloads sent to clients.',
    ),
    fastPath: createPlainCounter(
      registry,
      'slipway_fast_path_responses_total',
      'Requests answered from memory, before node:http.',
    ),
    redirected: () => redirects.inc(),
    severalRanges: (answer: 'parts' | 'whole') => ranged.inc({ answer }),
    publish: (outcome: string) => publishes.inc({ outcome }),
    job: (job: string, outcome: 'done' | 'failed') => jobs.inc({ job, outcome }),
    damaged: () => damaged.inc(),
    exchange: (outcome: string) => exchanges.inc({ outcome }),
    /** The rollout's verdict for a client. */
    admission: (word: string) => {
      admissions.set(word, (admissions.get(word) ?? 0) + 1);
    },
    halt: (source: string) => halts.inc({ source }),
    rollouts: (counts: typeof rollouts) => {
      rollouts = counts;
    },
    fleetOther: (checks: number) => fleetOther.inc(checks),
    /**
     * A value that all workers of a machine read alike, so it isn't added up: one for each label value. Unreadable and
     * undefined values are left out.
     */
    // biome-ignore lint/complexity/useMaxParams: takes its arguments as the other metrics do.
    shared: (
      name: string,
      help: string,
      label: string | undefined,
      readers: Record<string, () => Promise<number | undefined>>,
    ) => {
      new Gauge({
        name,
        help,
        ...{ labelNames: label === undefined ? [] : [label], registers: [registry], aggregator: 'max' },
        async collect() {
          this.reset();
          const show = async ([value, read]: [string, () => Promise<number | undefined>]): Promise<void> => {
            const number = await read().catch(() => undefined);
            if (number !== undefined) this.set(label === undefined ? {} : { [label]: value }, number);
          };
          await Promise.all(Object.entries(readers).map(show));
        },
      });
    },
    /** A counter maintained elsewhere. */
    total: (name: string, help: string, read: () => number) => {
      new Counter({
        name,
        help,
        registers: [registry],
        collect() {
          this.reset();
          this.inc(read());
        },
      });
    },
    /** A number read on scrape. */
    gauge: (name: string, help: string, read: () => number) => {
      new Gauge({
        name,
        help,
        registers: [registry],
        collect() {
          this.set(read());
        },
      });
    },
  };
};
export type Metrics = ReturnType<typeof createMetrics>;
