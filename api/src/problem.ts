import { type Static, Type } from 'typebox';

/** Every problem that the service can answer with: its stable code, its status, its title. A closed list. */
export const problems = {
  'bad-request': { status: 400, title: 'The request cannot be understood' },
  'bad-json': { status: 400, title: 'The body is not valid JSON' },
  'invalid-fields': { status: 400, title: 'Some fields are not valid' },
  'invalid-cursor': { status: 400, title: 'The cursor is not one of this list' },
  'unknown-adapter': { status: 400, title: 'There is no such adapter' },
  unauthorized: { status: 401, title: 'A valid key is required' },
  'allowance-exhausted': { status: 402, title: 'The download allowance is used up' },
  'scope-missing': { status: 403, title: 'The key does not cover this' },
  'not-found': { status: 404, title: 'There is nothing here' },
  'method-not-allowed': { status: 405, title: 'This address does not take that method' },
  'slug-taken': { status: 409, title: 'The slug is taken' },
  'domain-taken': { status: 409, title: 'The domain is taken' },
  'host-reserved': { status: 409, title: 'The host belongs to the service' },
  'channel-taken': { status: 409, title: 'The channel exists' },
  'channel-missing': { status: 409, title: 'There is no such channel' },
  'channel-inactive': { status: 409, title: 'The channel is inactive' },
  'version-taken': { status: 409, title: 'The version exists' },
  'draft-missing': { status: 409, title: 'There is no such draft' },
  'upload-missing': { status: 409, title: 'There is no such upload in parts' },
  'not-a-draft': { status: 409, title: 'The release is no longer a draft' },
  'not-published': { status: 409, title: 'The release is not published' },
  'release-withdrawn': { status: 409, title: 'The release is withdrawn' },
  'app-has-releases': { status: 409, title: 'The app has published releases' },
  'uploads-incomplete': { status: 409, title: 'Not every artifact is uploaded' },
  'draft-changed': { status: 409, title: 'The draft kept changing' },
  'limit-reached': { status: 409, title: 'There may be no more of these' },
  'artifact-pruned': { status: 410, title: 'The artifact was pruned' },
  'body-too-large': { status: 413, title: 'The body is too large' },
  'artifact-too-large': { status: 413, title: 'The artifact is over the limit' },
  'not-json': { status: 415, title: 'The body must be JSON' },
  'range-not-satisfiable': { status: 416, title: 'The range lies outside the file' },
  'too-many-requests': { status: 429, title: 'Too many requests' },
  'headers-too-large': { status: 431, title: 'The request headers are too large' },
  internal: { status: 500, title: 'Something went wrong here' },
  'adapter-not-registered': { status: 501, title: 'The adapter of this app is not registered' },
  'database-unavailable': { status: 503, title: 'The database is away' },
  'storage-unavailable': { status: 503, title: 'The storage is away' },
  'not-shown-yet': { status: 503, title: 'This node does not show it yet' },
  'artifact-damaged': { status: 503, title: 'The stored artifact is damaged' },
  'upload-url-invalid': { status: 403, title: 'The upload URL is not valid' },
  'upload-url-expired': { status: 403, title: 'The upload URL has expired' },
  'upload-headers-differ': { status: 400, title: 'The upload headers differ from the declaration' },
  'upload-size-differs': { status: 400, title: 'The upload has another size than declared' },
  'upload-hash-differs': { status: 400, title: 'The upload has another SHA-256 than declared' },
  'storage-full': { status: 507, title: 'The storage is full' },
} as const satisfies Record<string, { status: number; title: string }>;

export type ProblemCode = keyof typeof problems;

export const Problem = Type.Object(
  {
    type: Type.String(),
    title: Type.String(),
    status: Type.Integer(),
    detail: Type.String(),
    code: Type.String(),
    errors: Type.Optional(
      Type.Array(Type.Object({ pointer: Type.String(), code: Type.String(), detail: Type.String() })),
    ),
    requestId: Type.Optional(Type.String()),
  },
  { $id: 'Problem' },
);
export type Problem = Static<typeof Problem>;
