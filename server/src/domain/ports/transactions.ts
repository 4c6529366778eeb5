export interface Transactions<Tx> {
  /** An exception rolls back and is rethrown. Durable once it resolves. */
  readonly transaction: <T>(change: (tx: Tx) => Promise<T>) => Promise<T>;
}
