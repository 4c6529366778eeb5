/** Called by a driver to read the test's input. */
export const readInput = <T>(): T => JSON.parse(process.argv[2] ?? '') as T;

/** Called by a driver to return the outcome and exit. */
export const answer = (outcome: object): void => {
  process.stdout.write(`${JSON.stringify(outcome)}\n`, () => process.exit(0));
};
