export type ElectronUpdater = 'electron-updater' | 'electron-updater-4';

/** What a test asks of the driver. */
export interface Asked {
  client: ElectronUpdater;
  platform: 'win32' | 'darwin' | 'linux';
  arch: 'x64' | 'arm64' | 'ia32';
  /** The installed app's. */
  version: string;
  /** Where it is installed: resources and home. */
  folder: string;
  /** Set while the app runs. */
  channel?: string;
  isDownloading: boolean;
}

/** A request as the client made it. */
export interface WireRequest {
  path: string;
  status: number;
  /** How many it asked for; 0 for the whole. */
  ranges: number;
  /** Of the answer's body. */
  bytes: number;
}

/** What the client made of it. */
export interface Told {
  isAvailable: boolean;
  version?: string;
  notes?: string;
  /** The file that is ready to be installed. */
  file?: string;
  error?: { code?: string; message: string };
  requests: WireRequest[];
  log: string[];
}
