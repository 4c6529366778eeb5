export interface Page<T> {
  items: T[];
  /** Pass it as `cursor` for the next page; undefined at the end. Invalid ones are rejected: 'invalid-cursor'. */
  next: string | undefined;
}

export interface PageRequest {
  limit: number;
  cursor?: string | undefined;
}
