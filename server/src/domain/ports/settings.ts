/** The server's internal state. */
export interface Settings {
  findSetting(name: string): Promise<string | undefined>;
}

export interface SettingChanges {
  /** The first value of a name wins; returns the stored one. */
  claimSetting(name: string, value: string): Promise<string>;
  replaceSetting(name: string, value: string): Promise<void>;
  /** Atomically keeps the higher of the stored and the given number. */
  raiseSetting(name: string, value: number): Promise<void>;
  /** Deletes names with this prefix that sort before `prefix + before`. */
  deleteSettings(prefix: string, before: string): Promise<void>;
}
