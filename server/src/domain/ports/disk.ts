/* The file system that holds the database or the embedded storage. */

export interface DiskSpace {
  freeBytes: number;
  /** Space that uploads leave free for the database and for cleaning up. */
  reserveBytes: number;
}

export interface Disk {
  read(): Promise<DiskSpace>;
  /** Whether the reserve is being used. */
  isLow(): Promise<boolean>;
}
