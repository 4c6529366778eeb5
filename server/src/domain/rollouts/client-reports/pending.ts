import { bounds } from '../../model/bounds.ts';
import { isWorse, type PendingReport, type ReportOutcome, type ReportResult } from '../../model/report.ts';

/** Feeds a metric; no client waits for the result. */
export type OnReportResult = (outcome: ReportOutcome, fate: ReportResult) => void;

/** A bounded queue with the worst report of each reporter. */
export const createPendingReports = (onFate: OnReportResult) => {
  const waiting = new Map<string, PendingReport>();
  const crowds = new Map<string, number>();
  const crowdOf = ({ releaseId, network }: PendingReport): string => `${releaseId} ${network}`;
  const addTo = (name: string, count: number): void => {
    const sum = (crowds.get(name) ?? 0) + count;
    if (sum === 0) crowds.delete(name);
    else crowds.set(name, sum);
  };
  const add = (report: PendingReport): ReportResult | undefined => {
    const name = `${report.releaseId} ${report.reporter}`;
    const before = waiting.get(name);
    if (before !== undefined) {
      if (isWorse(report.outcome, before.outcome)) waiting.set(name, report);
      return 'repeated';
    }
    if ((crowds.get(crowdOf(report)) ?? 0) >= bounds.reportersOfNetwork) return 'crowded';
    if (waiting.size >= bounds.waitingReports) return 'dropped';
    waiting.set(name, report);
    addTo(crowdOf(report), 1);
    return undefined;
  };
  return {
    add: (report: PendingReport): void => {
      const fate = add(report);
      if (fate !== undefined) onFate(report.outcome, fate);
    },
    /** Grouped by release. */
    groups: (): PendingReport[][] =>
      [...Map.groupBy(waiting.values(), ({ releaseId }) => releaseId).values()].map((group) => [...group]),
    /** Unless its reporter has sent a worse one meanwhile. */
    remove: (report: PendingReport): void => {
      const name = `${report.releaseId} ${report.reporter}`;
      if (waiting.get(name) !== report) return;
      waiting.delete(name);
      addTo(crowdOf(report), -1);
    },
  };
};
