import { globSync } from 'node:fs';

/*
 * Fast and slow tests. A file below one of these paths is slow, otherwise fast: run the fast ones (`npm test`) while
 * you work; CI runs both.
 */

/** Slow even on an idle machine, with the CPU seconds of each when it was added. */
export const slowTests = [
  'acceptance/configuration.test.ts', // 17: a start for each setting
  'acceptance/specification-with-feeds.test.ts', // 11
  'acceptance/postgres-s3.test.ts', // 36
  'acceptance/refused-starts.test.ts', // 11
  'acceptance/two-nodes.test.ts', // 58
  'bench/', // 21
  'clients/', // 76: real updaters; a thousand installations of one app while a release is rolled out
  'cli/test/action.test.ts', // 14: the pipeline action, each step a separate process
  'cli/test/action-node.test.ts', // 16: the action on a job's Node.js, once built from its checkout
  'cli/test/commands.test.ts', // 37: every command, each in a separate process
  'cli/test/failures/', // 25: every failure of a command, each in a separate process
  'cli/test/identity.test.ts', // 10: pipelines without a secret, each command in a separate process
  'cli/test/large.test.ts', // 6: a large file and its memory
  'cli/test/import/', // 35: imports from five tools, and attacks on them
  'cli/test/first-screen.test.ts', // 25: the first commands of README and GETTING-STARTED, the single file and the packages built for it
  'cli/test/node-versions.test.ts', // 45: every command on two versions of Node.js, each in a separate process
  'cli/test/package.test.ts', // 6: the tarball, packed and installed
  'cli/test/publish/', // 43: whole releases, each command in a separate process
  'cli/test/pseudo-terminal/', // 10: output on a terminal
  'cli/test/recipes/', // 16: the recipes of docs/ci, every job of four pipelines, each twice
  'cli/test/remedies.test.ts', // 7: an error for each problem code, each in a separate process
  'cli/test/review.test.ts', // 8: the preflight of publish, each in a separate process
  'cli/test/signatures.test.ts', // 18: signing keys in the CLI, with files signed by Tauri's own signer
  'cli/test/rotation.test.ts', // 8: a rotation of signing keys, each command in a separate process
  'cli/test/rollouts.test.ts', // 12: rollouts in the CLI, each command in a separate process
  'server/test/attacks/cost/', // 150: every field, every address, thousands of everything
  'server/test/attacks/reports.test.ts', // 4: floods of reports, which are counted every five seconds
  'server/test/attacks/wrong-types.test.ts', // 7: every field of every route, in every wrong type
  'server/test/attacks/sessions.test.ts', // 6: every scope and route, by key and by session
  'server/test/attacks/limits.test.ts', // 10: every limit reached
  'server/test/commands/', // 106: operator commands, each in a separate process; copies during continuous writes
  'server/test/conformance/blobs.s3.test.ts', // 23: the storage contract on a real S3 server
  'server/test/conformance/store.postgres.faults.test.ts', // 15: repeated database failures
  'server/test/conformance/store.postgres.slow.test.ts', // 12
  'server/test/conformance/store.postgres.test.ts', // 21: the store contract on a real PostgreSQL
  'server/test/fast-path/', // 12: thousands of requests, each on and off the fast path
  'server/test/conformance/store.sqlite.faults.test.ts', // 6: a database file that several processes share
  'server/test/decision/explaining-http.test.ts', // 8: random worlds, each made through the API
  'server/test/docs/ci.test.ts', // 6: a CLI command for each line of a document, and so are the next five
  'server/test/docs/demo.test.ts', // 10
  'server/test/docs/import.test.ts', // 3
  'server/test/docs/incidents.test.ts', // 12
  'server/test/docs/operations.test.ts', // 13: OPERATIONS, run as written
  'server/test/docs/rollouts.test.ts', // 12: a CLI command for each line of a document
  'server/test/docs/rollout-demo.test.ts', // 5
  'server/test/docs/publishing.test.ts', // 16
  'server/test/docs/signing.test.ts', // 10
  'server/test/docs/updaters.test.ts', // 12
  'server/test/drivers/blobs-s3/', // 25: an S3 store that is unavailable, slow or wrong
  'server/test/faults/', // 330: kills, fuzz, the model, races, at their full counts
  'server/test/domain/signatures/real-signatures.test.ts', // 5: a process for each key and each signature
  'server/test/ship/', // 95: packages and the single executable, built, started and used; the release procedure; a fresh clone
  'server/test/auth/trusted-publishing/', // 29: every rejected token, and every failure of an issuer
  'server/test/domain/rollouts/rollouts-http.test.ts', // 4: a release for each of dozens of cases
  'server/test/statistics/', // 110: random worlds, fleets and hundreds of gated releases, at their full counts
  'server/test/upgrade/', // 11: databases of 0.1.0 on both engines
  'server/test/nodes/', // 75: two nodes, workers, backend outages, one of them for a minute
];

/** These cannot run next to other tests: they run last among the slow ones, one by one. */
export const exclusiveTests = [
  'server/test/faults/slow-downloaders.test.ts', // uses all the connection memory of a small machine
];

/** `test:all` runs these again with SLIPWAY_FAST_PATH=off. */
const bothWays = ['acceptance/embedded.test.ts', 'server/test/attacks/'];

const isSlow = (file: string): boolean => slowTests.some((place) => file.startsWith(place));

/** All test files below a folder, by group. */
export const groupTestFiles = (
  root: string,
): Record<'fast' | 'slow' | 'alone' | 'withoutFastPath', string[]> => {
  const exclude = (path: string): boolean => /(^|[\\/])(node_modules|\.git)$/.test(path);
  const files = globSync('**/*.test.ts', { cwd: root, exclude })
    .map((file) => file.replaceAll('\\', '/'))
    .sort();
  const together = files.filter((file) => !exclusiveTests.includes(file));
  return {
    fast: together.filter((file) => !isSlow(file)),
    slow: together.filter(isSlow),
    alone: exclusiveTests,
    withoutFastPath: together.filter(
      (file) =>
        bothWays.some((path) => file.startsWith(path)) && !file.startsWith('server/test/attacks/cost/'),
    ),
  };
};
