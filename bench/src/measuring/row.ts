/** One row of the table: a goal and the measured value. */
export interface ResultRow {
  path: string;
  figure: string;
  /** The value compared with the limit; undefined if it is only reported. */
  value: number | undefined;
  limit: number | undefined;
  /** Larger is better. */
  atLeast?: boolean;
  measured: string;
  detail: string;
  /** An explanation, printed if the goal is missed. */
  reason?: string;
}

export type Verdict = 'met' | 'missed' | 'no goal';

export const verdictOf = ({ value, limit, atLeast = false }: ResultRow): Verdict => {
  if (value === undefined || limit === undefined) return 'no goal';
  return (atLeast ? value >= limit : value <= limit) ? 'met' : 'missed';
};

/** A line of the growth chart. */
export interface Curve {
  name: string;
  /** The growing quantity, for instance apps. */
  of: string;
  points: { size: number; cost: number }[];
}

export interface Findings {
  rows: ResultRow[];
  curves?: Curve[];
}

export const formatRatio = (ratio: number): string => `${ratio.toFixed(2)} ×`;
export const formatMicros = (value: number): string => `${value.toFixed(1)} µs`;
