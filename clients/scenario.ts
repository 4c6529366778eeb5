import { appendFileSync } from 'node:fs';
import { type TestContext, test } from 'node:test';
import type { Outcome, Row } from './row.ts';

/*
 * A scenario is a test that is also a row in docs/reference/clients-tested.md. `npm run check:clients` names a file to
 * which each scenario adds its row; otherwise nothing is written.
 */

const resultsFile = process.env.SLIPWAY_CLIENTS_RESULTS;

const record = (row: Row): void => {
  if (resultsFile !== undefined) appendFileSync(resultsFile, `${JSON.stringify(row)}\n`);
};

export interface Tried {
  /** The package's name in package-lock.json, below node_modules; or the program's. */
  client: string;
  /** Set for programs that npm does not install. */
  version?: string;
  /** The reason it cannot run on this machine, shown by its test and the table. */
  missing?: string | undefined;
}

/** Runs a scenario with a client; a body may return measurements. */
export const scenario = (
  tried: string | Tried,
  name: string,
  body: (t: TestContext) => Promise<Outcome> | Promise<void>,
): void => {
  const { missing, ...who }: Tried = typeof tried === 'string' ? { client: tried } : tried;
  if (missing !== undefined) {
    // Skipped inside the test, so that hooks still run and stop what the file started.
    test(`${name} (${who.client})`, (t) => t.skip(`could not run: ${missing}`));
    record({ ...who, name, result: 'could not run', reason: missing });
    return;
  }
  test(`${name} (${who.client})`, async (t) => {
    try {
      record({ ...who, name, result: 'passed', ...(await body(t)) });
    } catch (error) {
      record({ ...who, name, result: 'failed' });
      throw error;
    }
  });
};
