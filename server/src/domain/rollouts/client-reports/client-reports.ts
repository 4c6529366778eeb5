import { bounds } from '../../model/bounds.ts';
import { isDatabaseUnavailable, Refusal } from '../../model/errors.ts';
import { countOutcomes, sumOutcomes, windowAt } from '../../model/evidence-window.ts';
import { dayOf } from '../../model/instant.ts';
import type { ReleaseWithArtifacts } from '../../model/release.ts';
import type { PendingReport, Report, ReportResult } from '../../model/report.ts';
import { isUnfinished, type Rollout } from '../../model/rollout.ts';
import type { Site } from '../../model/site.ts';
import type { AppTransaction, InTransaction } from '../../unit-of-work.ts';
import { evaluateReport, type ReportSender } from './evaluate.ts';
import { createPendingReports, type OnReportResult } from './pending.ts';
import { type ReportLedger, settleReports } from './settle.ts';

/*
 * What installed copies say of a release that is rolling out: anyone's word, so that little of it counts. A report waits
 * in memory, few at a time and few of a network, and is counted within seconds together with others, in one transaction
 * under the app's lock: reporters are remembered there, so that writing the same reports again counts nothing twice. The
 * judgement is the one that evidence of every source meets.
 */

const source = 'reports';

const readLedger = async (
  { tx, at }: AppTransaction,
  release: ReleaseWithArtifacts,
  { rollout, reports }: { rollout: Rollout; reports: readonly PendingReport[] },
): Promise<ReportLedger> => {
  const { id, app } = release;
  const evidence = (await tx.listEvidence(id, rollout.round)).filter((one) => one.source === source);
  const ofStep = evidence.filter(({ step }) => step === rollout.stepNumber);
  const count = countOutcomes(sumOutcomes(ofStep));
  const isNearlyFull = count + reports.length > bounds.reportersOfStep;
  const firstLap = Math.min(...ofStep.map(({ lap }) => lap));
  const place = { round: rollout.round, firstLap };
  const days = { from: dayOf(release.publishedAt ?? release.createdAt), to: dayOf(at) };
  const sums = await tx.sumDeliveries(app, [id], days);
  return {
    known: await tx.findReports(id, [...new Set(reports.map(({ reporter }) => reporter))]),
    crowds: await tx.countReporters(id, [...new Set(reports.map(({ network }) => network))]),
    told: new Map((await tx.sumEvidenceByTarget(id, source)).map((sum) => [sum.target, sum])),
    downloads: new Map(sums.map(({ target, downloads }) => [target, downloads])),
    lap: windowAt(rollout.stepNumber, evidence),
    step: { count, highest: isNearlyFull ? await tx.listHighestReporters(id, place, reports.length) : [] },
  };
};

const countUnderLock = async (
  change: AppTransaction,
  id: string,
  reports: readonly PendingReport[],
): Promise<ReportResult[]> => {
  const { tx, app } = change;
  const release = await tx.findRelease(app.slug, id);
  const rollout = release?.rollout;
  if (release?.state !== 'published' || !isUnfinished(rollout)) return reports.map(() => 'unknown');
  if (rollout.brakes.reports === 'off') return reports.map(() => 'off');
  const ledger = await readLedger(change, release, { rollout, reports });
  const { fates, rows, entries, removed } = settleReports(reports, rollout, ledger);
  await tx.removeReports(id, removed);
  await tx.putReports(id, rows);
  for (const { round, ...outcomes } of entries) await tx.addEvidence(id, round, { source, ...outcomes });
  return fates;
};

export const createClientReports = (needs: {
  runChange: InTransaction;
  /** Looks at one rollout and does what it has to do next. */
  heed: (app: string, id: string) => Promise<unknown>;
  /** Writes what was counted of downloads: a report may follow its download at once. */
  settleDownloads: () => Promise<void>;
  onFate: OnReportResult;
}) => {
  const { runChange, heed, settleDownloads, onFate } = needs;
  const waiting = createPendingReports(onFate);
  /** Those that were ahead of their download: another node may write it a moment later. */
  const early = new WeakSet<PendingReport>();

  /** Takes a report; whether it counts is found out later, and said to nobody. */
  const hear = (site: Site, report: Report, sender: ReportSender): void => {
    const assessed = evaluateReport(site, report, sender);
    if (typeof assessed === 'string') onFate(report.outcome, assessed);
    else waiting.add(assessed);
  };

  const letGo = (reports: readonly PendingReport[], fates: readonly ReportResult[]): void => {
    for (const [index, report] of reports.entries()) {
      const fate = fates[index] ?? 'dropped';
      if (fate === 'unproven' && !early.has(report)) {
        early.add(report);
        continue;
      }
      waiting.remove(report);
      onFate(report.outcome, fate);
    }
  };

  const fateOf = (error: unknown): ReportResult | undefined => {
    if (isDatabaseUnavailable(error)) return undefined;
    return error instanceof Refusal && error.code === 'not-found' ? 'unknown' : 'dropped';
  };

  /** Counts the reports of one release; they go on waiting while the database is away. */
  const countGroup = async (reports: readonly PendingReport[]): Promise<void> => {
    const [{ app, releaseId } = { app: '', releaseId: '' }] = reports;
    try {
      const fates = await runChange(app, { kind: 'service' }, (change) =>
        countUnderLock(change, releaseId, reports),
      );
      letGo(reports, fates);
      // They are counted, whatever becomes of the look: the job takes the next one.
      if (fates.includes('counted')) await heed(app, releaseId).catch(() => undefined);
    } catch (error) {
      const fate = fateOf(error);
      if (fate !== undefined)
        letGo(
          reports,
          reports.map(() => fate),
        );
      if (fate !== 'unknown') throw error;
    }
  };

  /** Counts all that waits. A release that fails does not keep the others from being counted. */
  const flush = async (): Promise<void> => {
    const groups = waiting.groups();
    if (groups.length === 0) return;
    await settleDownloads();
    const failures: unknown[] = [];
    for (const group of groups) await countGroup(group).catch((error: unknown) => failures.push(error));
    if (failures.length > 0) throw failures[0];
  };

  return { hear, flush };
};
export type ClientReports = ReturnType<typeof createClientReports>;
