import type { Site } from '../../domain/nouns/site.ts';
import type { Answer } from '../answer/answer.ts';

/*
 * Rendered pages by host and address exactly as it was asked, so that a page is found again without parsing
 * anything. All sites share one bound, and the oldest page goes first: whoever asks for a thousand pages of one
 * site takes no memory from the machine.
 */

export interface CachedPage {
  readonly answer: Answer;
  /** The route's name in metrics. */
  readonly route: string;
}

const maxBytes = 64 * 1024 * 1024;
const longestAddress = 512;
/** What a page takes beside its body and its address. */
const overheadBytes = 600;

export const createPageCache = () => {
  const pages = new Map<string, CachedPage & { site: Site; bytes: number }>();
  let bytes = 0;

  const forget = (name: string): void => {
    bytes -= pages.get(name)?.bytes ?? 0;
    pages.delete(name);
  };

  return {
    /** The page of this site; one that was made for the site before a change is none. */
    find: (site: Site, address: string): CachedPage | undefined => {
      const page = pages.get(site.host + address);
      return page?.site === site ? page : undefined;
    },
    keep: (site: Site, address: string, page: CachedPage): CachedPage => {
      if (address.length > longestAddress) return page;
      const name = site.host + address;
      const size = page.answer.body.length + name.length + overheadBytes;
      forget(name);
      pages.set(name, { ...page, site, bytes: size });
      bytes += size;
      for (const oldest of pages.keys()) {
        if (bytes <= maxBytes) break;
        forget(oldest);
      }
      return page;
    },
  };
};
