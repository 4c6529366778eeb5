/* The file system that holds the database or the embedded storage. */

export interface DiskReading {
  freeBytes: number;
  /** What uploads leave free for the database and for whoever cleans up. */
  reserveBytes: number;
}

export interface Disk {
  read(): Promise<DiskReading>;
  /** Whether the reserve is being used. */
  isLow(): Promise<boolean>;
}
