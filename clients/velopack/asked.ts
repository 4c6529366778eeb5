/** `velopack-2025` verifies nothing and knows no deltas; `velopack` does, and needs a newer glibc. */
export type Velopack = 'velopack' | 'velopack-2025';

/** Where the client finds what is installed, in its own words. */
export interface Locator {
  RootAppDir: string;
  UpdateExePath: string;
  PackagesDir: string;
  ManifestPath: string;
  CurrentBinaryDir: string;
  IsPortable: boolean;
}

/** What a test asks of the driver. */
export interface Asked {
  client: Velopack;
  /** What the app was given as the address of its updates. */
  url: string;
  /** Velopack's own channel, after which it calls its list. */
  name: string;
  locator: Locator;
}

/** What the client made of it. */
export interface Told {
  update?: { version: string; fileName: string; notes: string; deltas: string[] };
  error?: string;
  log: string[];
}
