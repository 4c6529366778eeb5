import { bounds } from '../../model/bounds.ts';
import { isDatabaseUnavailable, Refusal } from '../../model/errors.ts';
import { countOutcomes, sumOutcomes, windowAt } from '../../model/evidence-window.ts';
import { dayOf } from '../../model/instant.ts';
import type { ReleaseWithArtifacts } from '../../model/release.ts';
import type { PendingReport, Report, ReportResult } from '../../model/report.ts';
import { isUnfinished, type Rollout } from '../../model/rollout.ts';
import type { Site } from '../../model/site.ts';
import type { Evidence, EvidenceChanges } from '../../ports/evidence.ts';
import type { Releases } from '../../ports/releases.ts';
import type { ReportChanges, Reports } from '../../ports/reports.ts';
import type { Usage } from '../../ports/usage.ts';
import type { AppTransaction, InTransaction } from '../../unit-of-work.ts';
import { evaluateReport, type ReportSender } from './evaluate.ts';
import { createPendingReports, type OnReportResult } from './pending.ts';
import { type ReportLedger, settleReports } from './settle.ts';

/*
 * Reports from clients about a release in rollout. They are untrusted, so limits apply. A report waits in a bounded
 * queue, with a limit per network, and is counted within seconds in one transaction under the app's lock. Reporters are
 * stored, so counting is idempotent. The same test applies as for all evidence.
 */

const source = 'reports';

type Tx = Pick<Releases, 'findRelease'> &
  Pick<Usage, 'sumDeliveries'> &
  Pick<Evidence, 'listEvidence' | 'sumEvidenceByTarget'> &
  Pick<EvidenceChanges, 'addEvidence'> &
  Omit<Reports, 'listReportedRollouts'> &
  Omit<ReportChanges, 'deleteReports'>;

const readLedger = async (
  { tx, at }: AppTransaction<Tx>,
  release: ReleaseWithArtifacts,
  { rollout, reports }: { rollout: Rollout; reports: readonly PendingReport[] },
): Promise<ReportLedger> => {
  const { id, app } = release;
  const evidence = (await tx.listEvidence(id, rollout.round)).filter((one) => one.source === source);
  const ofStep = evidence.filter(({ step }) => step === rollout.stepNumber);
  const count = countOutcomes(sumOutcomes(ofStep));
  const isNearlyFull = count + reports.length > bounds.reportersOfStep;
  const firstWindow = Math.min(...ofStep.map(({ lap: windowNumber }) => windowNumber));
  const place = { round: rollout.round, firstWindow };
  const days = { from: dayOf(release.publishedAt ?? release.createdAt), to: dayOf(at) };
  const sums = await tx.sumDeliveries(app, [id], days);
  return {
    countedReports: await tx.findReports(id, [...new Set(reports.map(({ reporter }) => reporter))]),
    reportersPerNetwork: await tx.countReporters(id, [...new Set(reports.map(({ network }) => network))]),
    outcomesByTarget: new Map((await tx.sumEvidenceByTarget(id, source)).map((sum) => [sum.target, sum])),
    downloads: new Map(sums.map(({ target, downloads }) => [target, downloads])),
    lap: windowAt(rollout.stepNumber, evidence),
    step: { count, highest: isNearlyFull ? await tx.listHighestReporters(id, place, reports.length) : [] },
  };
};

const countUnderLock = async (
  change: AppTransaction<Tx>,
  id: string,
  pending: readonly PendingReport[],
): Promise<ReportResult[]> => {
  const { tx, app } = change;
  const release = await tx.findRelease(app.slug, id);
  const rollout = release?.rollout;
  if (release?.state !== 'published' || !isUnfinished(rollout)) return pending.map(() => 'unknown');
  if (rollout.brakes.reports === 'off') return pending.map(() => 'off');
  const ledger = await readLedger(change, release, { rollout, reports: pending });
  const { results, reports, entries, removed } = settleReports(pending, rollout, ledger);
  await tx.removeReports(id, removed);
  await tx.putReports(id, reports);
  for (const { round, ...outcomes } of entries) await tx.addEvidence(id, round, { source, ...outcomes });
  return results;
};

export const createClientReports = (needs: {
  inTransaction: InTransaction<Tx>;
  /** Evaluates one rollout and applies its next transition. */
  evaluate: (app: string, id: string) => Promise<unknown>;
  /** Flushes download counts, since a report may directly follow its download. */
  flushDownloads: () => Promise<void>;
  onResult: OnReportResult;
}) => {
  const { inTransaction, evaluate, flushDownloads, onResult } = needs;
  const waiting = createPendingReports(onResult);
  /** Reports that arrived before their download was counted; another node may write it later. */
  const early = new WeakSet<PendingReport>();

  /** Queues a report; the client never learns whether it counts. */
  const accept = (site: Site, report: Report, sender: ReportSender): void => {
    const assessed = evaluateReport(site, report, sender);
    if (typeof assessed === 'string') onResult(report.outcome, assessed);
    else waiting.add(assessed);
  };

  const resolveReports = (reports: readonly PendingReport[], results: readonly ReportResult[]): void => {
    for (const [index, report] of reports.entries()) {
      const result = results[index] ?? 'dropped';
      if (result === 'unproven' && !early.has(report)) {
        early.add(report);
        continue;
      }
      waiting.remove(report);
      onResult(report.outcome, result);
    }
  };

  const resultOfError = (error: unknown): ReportResult | undefined => {
    if (isDatabaseUnavailable(error)) return undefined;
    return error instanceof Refusal && error.code === 'not-found' ? 'unknown' : 'dropped';
  };

  /** Keeps the reports queued while the database is down. */
  const countGroup = async (reports: readonly PendingReport[]): Promise<void> => {
    const [{ app, releaseId } = { app: '', releaseId: '' }] = reports;
    try {
      const results = await inTransaction(app, { kind: 'service' }, (change) =>
        countUnderLock(change, releaseId, reports),
      );
      resolveReports(reports, results);
      // The reports are already counted; if this fails, the job evaluates the rollout later.
      if (results.includes('counted')) await evaluate(app, releaseId).catch(() => undefined);
    } catch (error) {
      const result = resultOfError(error);
      if (result !== undefined)
        resolveReports(
          reports,
          reports.map(() => result),
        );
      if (result !== 'unknown') throw error;
    }
  };

  /** A failing release does not block the others. */
  const flush = async (): Promise<void> => {
    const groups = waiting.groups();
    if (groups.length === 0) return;
    await flushDownloads();
    const failures: unknown[] = [];
    for (const group of groups) await countGroup(group).catch((error: unknown) => failures.push(error));
    if (failures.length > 0) throw failures[0];
  };

  return { accept, flush };
};
export type ClientReports = ReturnType<typeof createClientReports>;
