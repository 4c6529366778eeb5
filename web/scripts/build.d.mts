export interface Manifest {
  /** Files the page loads immediately. */
  first: { scripts: string[]; style: string };
  /** The style sheet of the lazy screens. */
  lazyStyle: string;
  /** Every script a screen needs before its first render, by screen. */
  screens: Record<string, string[]>;
  files: string[];
  /** Package files included in the bundle. */
  packages: string[];
}

/** Builds the dashboard and replaces the previous build. */
export const buildDashboard: () => Promise<void>;

/** Builds the dashboard if it is missing or stale, and returns its manifest. */
export const ensureDashboard: () => Promise<Manifest>;

export const distFolder: string;
