/** One line of the table: a figure to reach and what was measured. */
export interface ResultRow {
  path: string;
  figure: string;
  /** What is held against the limit; undefined where the figure is only reported. */
  value: number | undefined;
  limit: number | undefined;
  /** Larger is better. */
  atLeast?: boolean;
  measured: string;
  detail: string;
  /** Why it is as it is, printed where it is not reached. */
  reason?: string;
}

export type Verdict = 'reached' | 'not reached' | 'reported';

export const verdictOf = ({ value, limit, atLeast = false }: ResultRow): Verdict => {
  if (value === undefined || limit === undefined) return 'reported';
  return (atLeast ? value >= limit : value <= limit) ? 'reached' : 'not reached';
};

/** A line of the growth picture. */
export interface Curve {
  name: string;
  /** What grows, for instance apps. */
  of: string;
  points: { size: number; cost: number }[];
}

export interface Findings {
  rows: ResultRow[];
  curves?: Curve[];
}

export const formatRatio = (ratio: number): string => `${ratio.toFixed(2)} ×`;
export const formatMicros = (value: number): string => `${value.toFixed(1)} µs`;
