/* The file system that holds the database or the embedded storage. */

export interface DiskSpace {
  freeBytes: number;
  /** Free space that uploads leave for the database and for cleanup. */
  reserveBytes: number;
}

export interface Disk {
  read(): Promise<DiskSpace>;
  /** Whether the reserve is in use. */
  isLow(): Promise<boolean>;
}
