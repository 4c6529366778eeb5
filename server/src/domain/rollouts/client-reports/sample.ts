import { bounds } from '../../model/bounds.ts';
import type { CountedReport } from '../../model/report.ts';

/** The reporters of a step that count: those with the lowest hashes, `bounds.reportersOfStep` of them. */
export const createReporterSample = ({
  count,
  highest,
}: {
  count: number;
  highest: readonly CountedReport[];
}) => {
  let size = count;
  /** Those that would go next, the highest hash first. */
  const leaving = [...highest];
  const isFull = (): boolean => size >= bounds.reportersOfStep;
  return {
    /** Whether there is room for a reporter, or it comes before one that is there. */
    takes: (reporter: string): boolean => !isFull() || reporter < (leaving[0]?.reporter ?? ''),
    /** Adds a reporter that it takes; returns the one that goes for it. */
    add: (row: CountedReport): CountedReport | undefined => {
      const replaced = isFull() ? leaving.shift() : undefined;
      const place = leaving.findIndex(({ reporter }) => reporter < row.reporter);
      leaving.splice(place === -1 ? leaving.length : place, 0, row);
      if (replaced === undefined) size += 1;
      return replaced;
    },
  };
};
