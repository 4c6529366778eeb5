/** `velopack-2025` verifies nothing and knows no deltas; `velopack` does, and needs a newer glibc. */
export type Velopack = 'velopack' | 'velopack-2025';

/** The client's own description of the installed app. */
export interface Locator {
  RootAppDir: string;
  UpdateExePath: string;
  PackagesDir: string;
  ManifestPath: string;
  CurrentBinaryDir: string;
  IsPortable: boolean;
}

export interface VelopackInput {
  client: Velopack;
  /** The app's update URL. */
  url: string;
  /** Velopack's own channel, which names its list. */
  name: string;
  locator: Locator;
}

export interface VelopackOutput {
  update?: { version: string; fileName: string; notes: string; deltas: string[] };
  error?: string;
  log: string[];
}
