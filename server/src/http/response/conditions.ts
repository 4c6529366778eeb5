/** What may stand before a tag of a list, and after it. */
const tagBegins = /(?:^|[,\t ])(?:W\/)?$/;
const tagEnds = /^[\t ]*(?:,|$)/;

const opaque = (etag: string): string => (etag.startsWith('W/') ? etag.slice(2) : etag);

/**
 * RFC 9110 §13.1.2: any of the listed tags, compared weakly, or `*`. The tag is looked for in the list as it stands:
 * taking a list of sixteen thousand commas apart costs a client nothing, and cost the service 2 ms.
 */
export const matchesIfNoneMatch = (header: string | undefined, etag: string): boolean => {
  if (header === undefined) return false;
  const tag = opaque(etag);
  for (let at = header.indexOf(tag); at !== -1; at = header.indexOf(tag, at + tag.length)) {
    const before = header.slice(Math.max(0, at - 3), at);
    if (tagBegins.test(before) && tagEnds.test(header.slice(at + tag.length))) return true;
  }
  return header.trim() === '*';
};

/** RFC 9110 §13.1.5: the range counts only for exactly this file; a date never matches, for we send none. */
export const matchesIfRange = (header: string | undefined, etag: string): boolean =>
  header === undefined || header.trim() === etag;
