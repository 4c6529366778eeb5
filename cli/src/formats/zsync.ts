import { UnreadableFeedError } from './unreadable-feed-error.ts';

/** The header of a zsync file. */
export interface ZsyncHead {
  /** The address of the whole file: a name in the same folder, or a URL. */
  url: string;
  sizeBytes: number | undefined;
  /** Lowercase hex. */
  sha1: string | undefined;
}

/** Longer than any header; the binary checksums after it are not needed. */
export const zsyncHeadBytes = 8192;

/** Throws UnreadableFeedError. */
export const parseZsync = (bytes: Buffer): ZsyncHead => {
  const end = bytes.indexOf('\n\n');
  const lines = bytes.toString('utf8', 0, end < 0 ? 0 : end).split('\n');
  const headerValue = (name: string): string | undefined =>
    lines
      .find((line) => line.toLowerCase().startsWith(`${name}:`))
      ?.slice(name.length + 1)
      .trim();
  const url = headerValue('url');
  if (headerValue('zsync') === undefined || url === undefined || url === '')
    throw new UnreadableFeedError('it has no header with zsync: and URL:');
  const [length, sha1] = [headerValue('length') ?? '', headerValue('sha-1')?.toLowerCase() ?? ''];
  return {
    url,
    sizeBytes: /^\d{1,15}$/.test(length) ? Number(length) : undefined,
    sha1: /^[0-9a-f]{40}$/.test(sha1) ? sha1 : undefined,
  };
};
