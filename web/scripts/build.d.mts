/** What was built. */
export interface Manifest {
  /** What the page loads at once. */
  first: { scripts: string[]; style: string };
  /** By screen: every script that is loaded before it can be drawn. */
  screens: Record<string, string[]>;
  files: string[];
  /** Files of packages that went into it. */
  packages: string[];
}

/** Builds the dashboard and puts it in the place of what was there. */
export const buildDashboard: () => Promise<void>;

/** Builds it where it is not built, or not from these sources, and tells what there is. */
export const ensureDashboard: () => Promise<Manifest>;

/** Where it is built. */
export const distFolder: string;
