export interface Page<T> {
  items: T[];
  /** Pass it as `cursor` to go on; undefined at the end. One that the store did not make is refused: 'invalid-cursor'. */
  next: string | undefined;
}

export interface PageRequest {
  limit: number;
  cursor?: string | undefined;
}
