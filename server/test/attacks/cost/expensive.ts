/*
 * Anonymous requests that cost the main thread more than a millisecond, each with its reason. docs/OPERATIONS.md has
 * the same table. `match` finds them among the test's requests.
 */

export const expensive: readonly { request: string; reason: string; match?: RegExp }[] = [
  {
    request: 'A history that is not in memory',
    reason:
      'Read from the database and rendered; the cost grows with the releases on it, 100 or 8 MiB at most. One app has 4 of them worked on at once',
    match: /\/releases\?limit=%l&target=%t/,
  },
  {
    request: 'The first request for an app, a page or a feed after a start or a change',
    reason: 'Loaded and rendered once for all who ask; then it is in memory',
  },
  {
    request: 'The first `/docs` and `/v1/openapi.json` after a start',
    reason: 'Rendered and compressed once per process, about 85 ms; then sent as bytes',
  },
  { request: 'One `/metrics` a second', reason: 'Numbers are read once a second for all who ask, 3 to 6 ms' },
  {
    request: 'A download, and other answers over 1 MiB',
    reason: 'The cost of writing to the connection grows with the bytes that are sent',
  },
  { request: 'A request body', reason: 'A millisecond per 64 KiB at most; reports are 1 KiB at most' },
];
