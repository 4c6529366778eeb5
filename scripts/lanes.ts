import { globSync } from 'node:fs';

/*
 * The two lanes of tests. A file is in the slow lane when it lies under one of these places, in the fast lane
 * otherwise: whoever changes something runs the fast one (`npm test`), CI runs both.
 */

/** What takes long even on a quiet machine, with the seconds of processor time that each took when it was put here. */
export const slowTests = [
  'acceptance/configuration.test.ts', // 17: a start for each setting
  'acceptance/dressed.test.ts', // 11
  'acceptance/postgres-s3.test.ts', // 36
  'acceptance/refused-starts.test.ts', // 11
  'acceptance/two-nodes.test.ts', // 58
  'bench/', // 21
  'clients/', // 76: real updaters; a thousand installations of one app while a release is rolled out
  'cli/test/action.test.ts', // 14: the action of a pipeline, each step a process of its own
  'cli/test/action-node.test.ts', // 16: the action on the Node.js of a job, once built from its checkout
  'cli/test/commands.test.ts', // 37: every command, each a process of its own
  'cli/test/failures/', // 25: everything that can go wrong with a command, each a process of its own
  'cli/test/identity.test.ts', // 10: pipelines without a secret, each command a process of its own
  'cli/test/large.test.ts', // 6: a large file, and the memory that takes
  'cli/test/import/', // 35: old places of five tools, and attacks from them
  'cli/test/first-screen.test.ts', // 20: README's first screen, the single file and the packages built for it
  'cli/test/node-versions.test.ts', // 45: every command on two versions of Node.js, each a process of its own
  'cli/test/package.test.ts', // 6: the tarball, packed and installed
  'cli/test/publish/', // 43: whole releases, each command a process of its own
  'cli/test/pseudo-terminal/', // 10: what people at a terminal see
  'cli/test/recipes/', // 16: the recipes of docs/ci, every job of four pipelines, each twice
  'cli/test/remedies.test.ts', // 7: a refusal for each problem code, each a process of its own
  'cli/test/review.test.ts', // 8: what publish finds before it sends anything, each a process of its own
  'cli/test/signatures.test.ts', // 18: signing keys from the command line, with files signed by Tauri's own signer
  'cli/test/rotation.test.ts', // 8: a change of signing keys, each command a process of its own
  'cli/test/rollouts.test.ts', // 12: rollouts from the command line, each word a process of its own
  'server/test/attacks/cost/', // 150: every field, every address, thousands of everything
  'server/test/attacks/reports.test.ts', // 4: floods of reports, which are counted every five seconds
  'server/test/attacks/wrong-types.test.ts', // 7: every field of every route, in every wrong type
  'server/test/attacks/sessions.test.ts', // 6: every scope and route, by key and by session
  'server/test/attacks/limits.test.ts', // 10: as many of everything as there may be
  'server/test/commands/', // 106: the operator's commands, each a process of its own; copies while others write without a pause
  'server/test/conformance/blobs.s3.test.ts', // 23: every promise of a storage, on a real S3 server
  'server/test/conformance/store.postgres.faults.test.ts', // 15: a database that breaks, again and again
  'server/test/conformance/store.postgres.slow.test.ts', // 12
  'server/test/conformance/store.postgres.test.ts', // 21: every promise of a store, on a real PostgreSQL
  'server/test/fast-path/', // 12: thousands of requests, each at the door and behind it
  'server/test/conformance/store.sqlite.faults.test.ts', // 6: a database file that several processes share
  'server/test/decision/explaining-http.test.ts', // 8: random worlds, each made through the API
  'server/test/docs/demo.test.ts', // 10
  'server/test/docs/operations.test.ts', // 13: OPERATIONS, run as written
  'server/test/docs/rollouts.test.ts', // 12: a command line for each line of a document
  'server/test/docs/rollout-demo.test.ts', // 5
  'server/test/drivers/blobs-s3/', // 25: an S3 store that is away, slow or wrong
  'server/test/faults/', // 330: kills, fuzz, the model, races, at their full counts
  'server/test/domain/signatures/real-signatures.test.ts', // 5: a process for each key and each signature
  'server/test/ship/', // 95: packages and the single executable, built, started and used; the release procedure; a fresh clone
  'server/test/auth/trusted-publishing/', // 29: every token that gets no key, issuers that break in every way
  'server/test/domain/rollouts/rollouts-http.test.ts', // 4: a release for each of dozens of cases
  'server/test/statistics/', // 110: random worlds, fleets and hundreds of gated releases, at their full counts
  'server/test/upgrade/', // 11: databases of 0.1.0 on both engines
  'server/test/nodes/', // 75: two nodes, workers, engines that go away, one of them for a minute
];

/** What no other test can run beside: they come after all the others of the slow lane, one by one. */
export const exclusiveTests = [
  'server/test/faults/slow-downloaders.test.ts', // takes all the memory that a small machine has for connections
];

const isSlow = (file: string): boolean => slowTests.some((place) => file.startsWith(place));

/** Every file of tests below a folder, by lane. */
export const groupTestFiles = (root: string): { fast: string[]; slow: string[]; alone: string[] } => {
  const exclude = (path: string): boolean => /(^|[\\/])(node_modules|\.git)$/.test(path);
  const files = globSync('**/*.test.ts', { cwd: root, exclude })
    .map((file) => file.replaceAll('\\', '/'))
    .sort();
  const together = files.filter((file) => !exclusiveTests.includes(file));
  return {
    fast: together.filter((file) => !isSlow(file)),
    slow: together.filter(isSlow),
    alone: exclusiveTests,
  };
};
