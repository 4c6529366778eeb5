export interface PackagerInput {
  /** The installed version. */
  version: string;
  /** The update URL built into the app. */
  endpoint: string;
  publicKey: string;
  /** The requested system; its own by default. */
  target?: string;
  /** The installed AppImage. */
  executable: string;
  isInstalling: boolean;
}

export interface PackagerOutput {
  update?: { version: string; notes?: string; format: string; url: string };
  error?: string;
}
