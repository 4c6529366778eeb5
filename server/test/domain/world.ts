import { adapters, feeds } from '../../src/adapters/registry.ts';
import { createAppAdmin } from '../../src/domain/apps/apps.ts';
import { createChannelAdmin } from '../../src/domain/apps/channels.ts';
import { createDomainAdmin } from '../../src/domain/apps/domains.ts';
import { createKeyAdmin } from '../../src/domain/apps/keys.ts';
import { createSigningKeyAdmin } from '../../src/domain/apps/signing-keys.ts';
import { createAuthentication } from '../../src/domain/auth/authenticate.ts';
import { createCatalog } from '../../src/domain/catalog/catalog.ts';
import { createDownloads } from '../../src/domain/delivery/download.ts';
import { createCheckExplanations } from '../../src/domain/explain/explain-check.ts';
import { createMaintenance } from '../../src/domain/maintenance/collect-garbage.ts';
import type { Declaration } from '../../src/domain/model/declaration.ts';
import { Refusal } from '../../src/domain/model/errors.ts';
import { createHosts } from '../../src/domain/model/host.ts';
import type { Clock } from '../../src/domain/ports/clock.ts';
import type { Store } from '../../src/domain/ports/store.ts';
import { createDrafts } from '../../src/domain/releases/create-draft.ts';
import { createReleaseEdits } from '../../src/domain/releases/edit-release.ts';
import { createPromotions } from '../../src/domain/releases/promote.ts';
import { createPublications } from '../../src/domain/releases/publish.ts';
import { createReleaseReviews } from '../../src/domain/releases/review.ts';
import { createWithdrawals } from '../../src/domain/releases/withdraw.ts';
import type { RolloutHalt } from '../../src/domain/rollouts/brakes.ts';
import { createClientReports } from '../../src/domain/rollouts/client-reports/client-reports.ts';
import { createHealthReports } from '../../src/domain/rollouts/health-reports.ts';
import { createRolloutControl } from '../../src/domain/rollouts/rollouts.ts';
import { createRolloutSupervisor } from '../../src/domain/rollouts/supervisor.ts';
import { createUnitOfWork } from '../../src/domain/unit-of-work.ts';
import { createUsageMeter } from '../../src/domain/usage/usage-meter.ts';
import { randomIds } from '../../src/drivers/system.ts';
import { sha256Of } from '../harness.ts';
import { createMemoryBlobs } from '../memory/blobs.ts';
import { createMemoryStore } from '../memory/store.ts';
import { createInterruptions } from './interruptions.ts';

/* The domain on in-memory drivers, with a manual clock and a database that can fail. */

export interface HeldClock extends Clock {
  advance(seconds: number): void;
}

export const createHeldClock = (start = '2026-01-15T12:00:00.000Z'): HeldClock => {
  let ms = Date.parse(start);
  return {
    now: () => new Date(ms).toISOString(),
    in: (seconds) => new Date(ms + seconds * 1000).toISOString(),
    advance: (seconds) => {
      ms += seconds * 1000;
    },
  };
};

/** A store that counts its calls and can fail or delay them. */
export const createWatchedStore = (inner: Store) => {
  const calls = new Map<string, number>();
  let isAway = false;
  let gate: Promise<void> | undefined;
  const guard =
    (name: string, run: (...args: unknown[]) => unknown) =>
    async (...args: unknown[]) => {
      calls.set(name, (calls.get(name) ?? 0) + 1);
      if (isAway) throw new Refusal('database-unavailable', 'The database is away.');
      const result = await run(...args);
      // Returns stale reads: others may have changed the data by then.
      await gate;
      return result;
    };
  const guarded = Object.entries(inner).filter(([name]) => name !== 'watch');
  const store = {
    ...inner,
    ...Object.fromEntries(
      guarded.map(([name, run]) => [name, guard(name, run as (...args: unknown[]) => unknown)]),
    ),
  } as Store;
  return {
    store,
    callsOf: (name: string): number => calls.get(name) ?? 0,
    total: (): number => [...calls.values()].reduce((sum, count) => sum + count, 0),
    setAway: (away: boolean): void => {
      isAway = away;
    },
    /** Delays reads until the returned function is called. */
    hold: (): (() => void) => {
      let open = (): void => {};
      gate = new Promise((resolve) => {
        open = resolve;
      });
      return () => {
        gate = undefined;
        open();
      };
    },
  };
};

export const admin = { kind: 'admin' } as const;

/** The whole domain on in-memory drivers. */
export const createWorld = (options: { maxWeightBytes?: number; store?: Store } = {}) => {
  const clock = createHeldClock();
  const watched = createWatchedStore(options.store ?? createMemoryStore());
  const { store } = watched;
  const blobs = createMemoryBlobs({ now: () => Date.parse(clock.now()) });
  const hosts = createHosts({
    baseUrl: 'http://localhost:1',
    uploadUrl: 'http://localhost:2',
    publicUrl: 'http://{slug}.localhost:1',
  });
  const catalog = createCatalog({ store, hosts, maxWeightBytes: options.maxWeightBytes ?? 1e9 });
  const { settled } = catalog;
  const changing = createUnitOfWork({ store, clock, settled });
  const halts: RolloutHalt[] = [];
  const warnings: string[] = [];
  const interruptions = createInterruptions<'verify' | 'keep' | 'copy' | 'remove' | 'findArtifactStates'>();
  const needs = {
    store: interruptions.around(store, ['findArtifactStates']),
    blobs: interruptions.around(blobs, ['verify', 'keep', 'copy', 'remove']),
    clock,
    ids: randomIds,
    hosts,
    adapters,
    feeds,
    ...changing,
    requireSpace: async () => undefined,
    onHalt: (halt: RolloutHalt) => halts.push(halt),
    onWarning: (_: unknown, { code }: { code: string }) => warnings.push(code),
  };
  const usageMeter = createUsageMeter(needs);
  const drafts = createDrafts({ ...needs, maxArtifactBytes: 1e9 });
  const reviews = createReleaseReviews({ ...needs, maxArtifactBytes: 1e9 });
  const publishing = createPublications({ ...needs, reviews, onOutcome: () => {} });

  const upload = async (
    app: string,
    fields: { version: string; channel?: string | undefined },
    { bytes, ...part }: Pick<Declaration, 'target' | 'signature' | 'companionOf'> & { bytes: Uint8Array },
  ) => {
    const { ticket, artifact } = await drafts.declare(
      { app, actor: admin },
      { ...fields, ...part, format: '.bin', sizeBytes: bytes.length, sha256: sha256Of(bytes) },
    );
    const { pathname, search } = new URL(ticket.url);
    const body = (async function* () {
      yield bytes;
    })();
    await blobs.admit(pathname + search, ticket.headers).receive(body);
    return artifact;
  };

  /** Publishes a release with one artifact per target; returns its ID. */
  const release = async (
    app: string,
    fields: { version: string; channel?: string },
    targets: readonly string[],
  ) => {
    const draft = await drafts.createDraft({ app, actor: admin }, fields);
    for (const target of targets)
      await upload(app, fields, { target, bytes: Buffer.from(`${fields.version} ${target}`) });
    await publishing.publish({ app, actor: admin }, draft.id);
    return draft.id;
  };

  const supervisor = createRolloutSupervisor(needs);
  const reportResults: string[] = [];
  const clientReports = createClientReports({
    ...{ ...changing, evaluate: supervisor.evaluate, flushDownloads: usageMeter.flush },
    onResult: (outcome, reportResult) => reportResults.push(`${outcome} ${reportResult}`),
  });
  return {
    ...watched,
    interruptions,
    clock,
    blobs,
    hosts,
    catalog,
    usageMeter,
    drafts,
    reviews,
    publishing,
    upload,
    release,
    housekeeping: createMaintenance(needs),
    appAdmin: {
      ...createAppAdmin(needs),
      ...createChannelAdmin(needs),
      ...createDomainAdmin(needs),
      ...createKeyAdmin(needs),
      ...createSigningKeyAdmin(needs),
    },
    releaseEdits: createReleaseEdits(needs),
    promotions: createPromotions(needs),
    authentication: createAuthentication({ store, clock, ids: randomIds, adminKey: undefined }),
    downloads: createDownloads({ store, blobs }),
    withdrawals: createWithdrawals(needs),
    rolloutControl: createRolloutControl(needs),
    healthReports: createHealthReports({ ...needs, evaluate: supervisor.evaluate }),
    supervisor,
    clientReports,
    /** The outcomes of reports. */
    reportResults,
    /** The reported halts. */
    halts,
    warnings,
    checkExplanations: createCheckExplanations(needs),
  };
};
export type World = ReturnType<typeof createWorld>;
