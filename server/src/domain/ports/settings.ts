/** What the service keeps for itself. */
export interface Settings {
  findSetting(name: string): Promise<string | undefined>;
}

/** How that changes, inside a transaction. */
export interface SettingChanges {
  /** Keeps the first value that anyone gives a name, and returns it. */
  claimSetting(name: string, value: string): Promise<string>;
  replaceSetting(name: string, value: string): Promise<void>;
  /** Stores a whole number unless a higher one is stored, even when several nodes raise it at once. */
  raiseSetting(name: string, value: number): Promise<void>;
  /** Forgets those whose names begin with the prefix and come before `prefix + before`. */
  forgetSettings(prefix: string, before: string): Promise<void>;
}
