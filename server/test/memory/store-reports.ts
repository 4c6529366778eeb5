import type { ReportChanges, Reports } from '../../src/domain/ports/reports.ts';
import { keyOf, type State } from './store-state.ts';

export const reportReads = (state: () => State): Reports => {
  const ofRelease = (id: string) => [...state().reports.values()].filter(({ releaseId }) => releaseId === id);
  return {
    findReports: async (id, reporters) =>
      ofRelease(id)
        .filter(({ reporter }) => reporters.includes(reporter))
        .map(({ releaseId: _, ...report }) => report),
    countReporters: async (id, networks) => {
      const own = ofRelease(id).filter(({ network }) => networks.includes(network));
      return new Map(
        [...Map.groupBy(own, ({ network }) => network)].map(([name, all]) => [name, all.length]),
      );
    },
    listHighestReporters: async (id, { round, firstWindow }, limit) =>
      ofRelease(id)
        .filter((one) => one.round === round && one.lap >= firstWindow)
        .sort((a, b) => (a.reporter < b.reporter ? 1 : -1))
        .slice(0, limit)
        .map(({ releaseId: _, ...report }) => report),
    listReportedRollouts: async () =>
      [...state().rollouts.values()].filter(
        ({ state: standing, releaseId }) =>
          ['done', 'paused'].includes(standing) && ofRelease(releaseId).length > 0,
      ),
  };
};

export const reportWrites = (state: State): ReportChanges => ({
  putReports: async (releaseId, reports) => {
    for (const report of reports) {
      const key = keyOf(releaseId, report.reporter);
      const { network } = state.reports.get(key) ?? report;
      state.reports.set(key, { ...report, network, releaseId });
    }
  },
  removeReports: async (releaseId, reporters) => {
    for (const reporter of reporters) state.reports.delete(keyOf(releaseId, reporter));
  },
  deleteReports: async (id) => {
    const own = [...state.reports].filter(([, { releaseId }]) => releaseId === id);
    for (const [key] of own) state.reports.delete(key);
    return own.length;
  },
});
