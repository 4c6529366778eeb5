export interface Page<T> {
  items: T[];
  /** Pass it as `cursor` to go on; undefined at the end. A cursor the store did not make reads as the beginning. */
  next: string | undefined;
}

export interface PageRequest {
  limit: number;
  cursor?: string | undefined;
}
