/** How a node learns that what it holds in memory has changed. */
export interface Invalidation {
  /**
   * Calls back with the slugs of apps whose generation was raised, by this node before its transaction resolves,
   * by others soon after; with undefined when changes may have been missed and everything seen is in doubt.
   */
  watch(onChange: (apps: readonly string[] | undefined) => void): void;
  /** Resolves when the watchers know of everything that was committed before the call. */
  catchUp(): Promise<void>;
  /** Whether the watchers were told of that generation of an app, or of a later one. From memory. */
  hasTold(app: string, generation: number): boolean;
  /** The place of each app's last change in the order of changes, deleted apps included; none for an unknown one. */
  listGenerations(apps: readonly string[]): Promise<ReadonlyMap<string, number>>;
}
