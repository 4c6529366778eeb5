/** What a test asks of the driver. */
export interface Asked {
  /** The installed app's. */
  version: string;
  /** Where the app was built to look for updates. */
  endpoint: string;
  publicKey: string;
  /** The system that it asks for; its own unless given. */
  target?: string;
  /** The installed AppImage. */
  executable: string;
  isInstalling: boolean;
}

/** What the client made of it. */
export interface Told {
  update?: { version: string; notes?: string; format: string; url: string };
  error?: string;
}
