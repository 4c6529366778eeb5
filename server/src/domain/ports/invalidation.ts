/** Cache invalidation across nodes. */
export interface Invalidation {
  /**
   * Calls back with the slugs of changed apps: for this node's changes before the transaction resolves, for others soon
   * after. Undefined means that changes may have been missed and every entry is suspect.
   */
  watch(onChange: (apps: readonly string[] | undefined) => void): void;
  /** Resolves once the watchers know everything committed before the call. */
  catchUp(): Promise<void>;
  /** Whether the watchers know that generation or a later one. Reads memory only. */
  hasNotified(app: string, generation: number): boolean;
  /** Each app's last generation, including deleted apps; unknown apps are left out. */
  listGenerations(apps: readonly string[]): Promise<ReadonlyMap<string, number>>;
}
