import { appendFileSync } from 'node:fs';
import { type TestContext, test } from 'node:test';
import type { Outcome, Row } from './row.ts';

/*
 * A scenario is a test that also stands in the table of docs/CLIENTS.md. `npm run check:clients` names a file, to which
 * each scenario then adds its row; otherwise nothing is written.
 */

const resultsFile = process.env.SLIPWAY_CLIENTS_RESULTS;

const record = (row: Row): void => {
  if (resultsFile !== undefined) appendFileSync(resultsFile, `${JSON.stringify(row)}\n`);
};

/** Runs a scenario with a client; a body that could measure it answers what went over the wire. */
export const scenario = (
  client: string,
  name: string,
  body: (t: TestContext) => Promise<Outcome> | Promise<void>,
): void => {
  test(`${name} (${client})`, async (t) => {
    try {
      record({ client, name, result: 'passed', ...(await body(t)) });
    } catch (error) {
      record({ client, name, result: 'failed' });
      throw error;
    }
  });
};
