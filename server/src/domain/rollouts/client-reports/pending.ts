import { bounds } from '../../model/bounds.ts';
import { isWorse, type ReportFate, type ReportOutcome, type WaitingReport } from '../../model/report.ts';

/** Nobody waits for what becomes of a report; a metric tells it. */
export type OnFate = (outcome: ReportOutcome, fate: ReportFate) => void;

/** Reports that wait, each reporter's worst; never more than there is room for. */
export const createWaiting = (onFate: OnFate) => {
  const waiting = new Map<string, WaitingReport>();
  const crowds = new Map<string, number>();
  const crowdOf = ({ releaseId, network }: WaitingReport): string => `${releaseId} ${network}`;
  const addTo = (name: string, count: number): void => {
    const sum = (crowds.get(name) ?? 0) + count;
    if (sum === 0) crowds.delete(name);
    else crowds.set(name, sum);
  };
  const add = (report: WaitingReport): ReportFate | undefined => {
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
    add: (report: WaitingReport): void => {
      const fate = add(report);
      if (fate !== undefined) onFate(report.outcome, fate);
    },
    /** Those of one release together. */
    groups: (): WaitingReport[][] =>
      [...Map.groupBy(waiting.values(), ({ releaseId }) => releaseId).values()].map((group) => [...group]),
    /** Lets go of a report, unless its reporter has said something worse meanwhile. */
    remove: (report: WaitingReport): void => {
      const name = `${report.releaseId} ${report.reporter}`;
      if (waiting.get(name) !== report) return;
      waiting.delete(name);
      addTo(crowdOf(report), -1);
    },
  };
};
