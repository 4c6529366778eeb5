/*
 * Ends a test file that is still there when its tests must long be done: something they left open keeps it alive, and
 * a run would wait for it for ever. `--test-timeout` limits tests, not files; `--test-force-exit` ends files before
 * all that they have to report is read.
 */

const timeoutMs = 30 * 60_000;

if (process.env.NODE_TEST_CONTEXT !== undefined)
  setTimeout(() => {
    console.error(`Still open after ${timeoutMs / 1000} s: ${process.getActiveResourcesInfo().join(', ')}.`);
    process.exit(1);
  }, timeoutMs).unref();
