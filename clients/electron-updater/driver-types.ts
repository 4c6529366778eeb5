export type ElectronUpdater = 'electron-updater' | 'electron-updater-4';

export interface ElectronInput {
  client: ElectronUpdater;
  platform: 'win32' | 'darwin' | 'linux';
  arch: 'x64' | 'arm64' | 'ia32';
  /** The installed version. */
  version: string;
  /** The install folder, with resources and home. */
  folder: string;
  /** Set while the app runs. */
  channel?: string;
  isDownloading: boolean;
}

/** A request as the client made it. */
export interface WireRequest {
  path: string;
  status: number;
  /** The number of requested ranges; 0 for the whole file. */
  ranges: number;
  /** The size of the response body. */
  bytes: number;
}

export interface ElectronOutput {
  isAvailable: boolean;
  version?: string;
  notes?: string;
  /** The file that is ready to be installed. */
  file?: string;
  error?: { code?: string; message: string };
  requests: WireRequest[];
  log: string[];
}
