/** Spec section 8: cache lifetime of responses on app hosts. */
export const cacheControl = 'public, max-age=60, s-maxage=300';

/** How long a response may be reused: by a shared cache, then by the client's own. */
export const cachedForSeconds = 360;

/** For responses that depend on the client. */
export const privateCacheControl = 'private, no-cache';

export const corsHeaders = { 'access-control-allow-origin': '*' } as const;

/** Headers that pages of other origins may read, to resume downloads and name files. */
export const corsExposedHeaders = 'ETag, Content-Range, Content-Disposition, Accept-Ranges';

/**
 * Allows CORS preflights. `Authorization` must be listed, because the Fetch standard excludes it from `*` and web views
 * send it with every request. Only public paths answer a preflight.
 */
export const corsPreflightHeaders = {
  ...corsHeaders,
  'access-control-allow-methods': 'GET, HEAD, POST, OPTIONS',
  'access-control-allow-headers':
    'Authorization, Range, If-None-Match, If-Range, Content-Type, Accept, Slipway-Client, Slipway-Check, Slipway-Cohort, Slipway-System',
  'access-control-expose-headers': corsExposedHeaders,
  'access-control-max-age': '86400',
} as const;
