/*
 * Anonymous requests that cost the main thread more than a millisecond, each with its reason. docs/reference/limits.md
 * lists them. `match` finds them among the test's requests.
 */

export const expensive: readonly { request: string; reason: string; match?: RegExp }[] = [
  {
    request: 'An uncached history',
    reason:
      'Read from the database and rendered: up to 100 releases or 8 MiB, at most 4 at a time for one app',
    match: /\/releases\?limit=%l&target=%t/,
  },
  {
    request: 'The first request for an app, page, or feed after a start or a change',
    reason: 'Loaded and rendered once, then cached',
  },
  {
    request: 'The first `/docs` and `/v1/openapi.json` after a start',
    reason: 'Rendered and compressed once per process, about 85 ms; then cached',
  },
  { request: '`/metrics`', reason: 'Collected at most once per second, 3 to 6 ms; then cached' },
  {
    request: 'A download, and other responses over 1 MiB',
    reason: 'Writing to the connection costs time per byte',
  },
  { request: 'A request body', reason: 'At most 1 ms per 64 KiB; client reports have at most 1 KiB' },
];
