/** Called by a driver to read the test's request. */
export const readAsked = <T>(): T => JSON.parse(process.argv[2] ?? '') as T;

/** Called by a driver to return the outcome and exit. */
export const answer = (outcome: object): void => {
  process.stdout.write(`${JSON.stringify(outcome)}\n`, () => process.exit(0));
};
