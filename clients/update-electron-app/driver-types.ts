export interface AppSetup {
  /** The source of the app's main process. */
  source: string;
  platform: 'win32' | 'darwin';
  arch: 'x64' | 'arm64';
  /** The installed version. */
  version: string;
  /** It was installed as an MSIX package. */
  isMsix: boolean;
}

/** The calls to Electron's autoUpdater. */
export interface UpdaterCalls {
  url: string;
  serverType: string;
  checks: number;
}
