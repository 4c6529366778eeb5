/** Spec section 8: how long answers on app hosts may be kept, and that any page may read them. */
export const cacheControl = 'public, max-age=60, s-maxage=300';

/** How long an answer may go on being given: by a cache on the way, and by the client's own behind it. */
export const cachedForSeconds = 360;

/** What depends on who asks. */
export const privateCacheControl = 'private, no-cache';

export const corsHeaders = { 'access-control-allow-origin': '*' } as const;

/** What a page of another origin may read beside the bytes: how to resume, and what the file is called. */
export const corsExposedHeaders = 'ETag, Content-Range, Content-Disposition, Accept-Ranges';

/**
 * What a browser asks before it reads across origins with headers of its own. `Authorization` must be named (the Fetch
 * standard leaves it out of `*`): web views send it with every request. Only public paths answer a preflight.
 */
export const corsPreflightHeaders = {
  ...corsHeaders,
  'access-control-allow-methods': 'GET, HEAD, POST, OPTIONS',
  'access-control-allow-headers':
    'Authorization, Range, If-None-Match, If-Range, Content-Type, Accept, Slipway-Client, Slipway-Check, Slipway-Cohort, Slipway-System',
  'access-control-expose-headers': corsExposedHeaders,
  'access-control-max-age': '86400',
} as const;
