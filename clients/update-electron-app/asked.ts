/** What a test asks of the driver. */
export interface Asked {
  /** What the app's main process runs. */
  source: string;
  platform: 'win32' | 'darwin';
  arch: 'x64' | 'arm64';
  /** The installed app's. */
  version: string;
  /** It was installed as an MSIX package. */
  isMsix: boolean;
}

/** What Electron's autoUpdater was then told. */
export interface Told {
  url: string;
  serverType: string;
  checks: number;
}
