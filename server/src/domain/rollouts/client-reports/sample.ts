import { bounds } from '../../model/bounds.ts';
import type { CountedReport } from '../../model/report.ts';

/** The reporters that count in a step: the `bounds.reportersOfStep` lowest hashes. */
export const createReporterSample = ({
  count,
  highest,
}: {
  count: number;
  highest: readonly CountedReport[];
}) => {
  let size = count;
  /** Next to be evicted, highest hash first. */
  const leaving = [...highest];
  const isFull = (): boolean => size >= bounds.reportersOfStep;
  return {
    /** Whether there is space, or the reporter would evict another one. */
    accepts: (reporter: string): boolean => !isFull() || reporter < (leaving[0]?.reporter ?? ''),
    /** Returns the evicted reporter. */
    add: (row: CountedReport): CountedReport | undefined => {
      const replaced = isFull() ? leaving.shift() : undefined;
      const place = leaving.findIndex(({ reporter }) => reporter < row.reporter);
      leaving.splice(place === -1 ? leaving.length : place, 0, row);
      if (replaced === undefined) size += 1;
      return replaced;
    },
  };
};
