import { bounds } from '../../model/bounds.ts';
import { isWorse, type PendingReport, type ReportOutcome, type ReportResult } from '../../model/report.ts';

/** Feeds a metric; no client waits for the result. */
export type OnReportResult = (outcome: ReportOutcome, result: ReportResult) => void;

/** A bounded queue with the worst report of each reporter. */
export const createPendingReports = (onResult: OnReportResult) => {
  const waiting = new Map<string, PendingReport>();
  const reportersPerNetwork = new Map<string, number>();
  const networkKeyOf = ({ releaseId, network }: PendingReport): string => `${releaseId} ${network}`;
  const addTo = (name: string, count: number): void => {
    const sum = (reportersPerNetwork.get(name) ?? 0) + count;
    if (sum === 0) reportersPerNetwork.delete(name);
    else reportersPerNetwork.set(name, sum);
  };
  const add = (report: PendingReport): ReportResult | undefined => {
    const name = `${report.releaseId} ${report.reporter}`;
    const before = waiting.get(name);
    if (before !== undefined) {
      if (isWorse(report.outcome, before.outcome)) waiting.set(name, report);
      return 'repeated';
    }
    if ((reportersPerNetwork.get(networkKeyOf(report)) ?? 0) >= bounds.reportersOfNetwork) return 'crowded';
    if (waiting.size >= bounds.waitingReports) return 'dropped';
    waiting.set(name, report);
    addTo(networkKeyOf(report), 1);
    return undefined;
  };
  return {
    add: (report: PendingReport): void => {
      const result = add(report);
      if (result !== undefined) onResult(report.outcome, result);
    },
    /** Grouped by release. */
    groups: (): PendingReport[][] =>
      [...Map.groupBy(waiting.values(), ({ releaseId }) => releaseId).values()].map((group) => [...group]),
    /** Unless its reporter has sent a worse one meanwhile. */
    remove: (report: PendingReport): void => {
      const name = `${report.releaseId} ${report.reporter}`;
      if (waiting.get(name) !== report) return;
      waiting.delete(name);
      addTo(networkKeyOf(report), -1);
    },
  };
};
