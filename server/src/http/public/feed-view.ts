import { fileNameOf } from '../../domain/nouns/artifact.ts';
import type { FeedView } from '../../domain/nouns/feed.ts';
import { formatNodePlace, parsePlace } from '../../domain/nouns/place.ts';
import type { Site } from '../../domain/nouns/site.ts';
import { downloadUrl, type Links } from '../links.ts';

/*
 * Where feeds say that files are. Electron's updater looks for words such as `arm64` anywhere in the address: so the
 * path says the architecture in Node's words, and what looks like one in a file's name has a letter written as `%61`,
 * which names the same file and is no such word.
 */

const archWords = /(?<letter>[axi])(?=rm64|64|a32)/g;

const hideWords = (name: string): string =>
  name.replaceAll(archWords, (letter) => `%${letter.charCodeAt(0).toString(16)}`);

/** What a site's feeds make documents of, with the addresses of its files. */
export const createFeedView = (
  { app: { publicSlug }, ...site }: Site,
  links: Pick<Links, 'files' | 'download'>,
  { channel, releases }: Pick<FeedView, 'channel' | 'releases'>,
): FeedView => {
  const pathOf: FeedView['pathOf'] = (release, artifact) => {
    const place = parsePlace(artifact.target);
    const params: Readonly<Record<string, string>> = {
      channel: encodeURIComponent(release.channel),
      version: encodeURIComponent(release.version),
      target: place === undefined ? artifact.target : formatNodePlace(place),
      fileName: hideWords(encodeURIComponent(fileNameOf(publicSlug, release.version, artifact))),
    };
    return links.files.replaceAll(/:(\w+)/g, (_, name: string) => params[name] ?? '');
  };
  return {
    ...{ app: publicSlug, channel, releases, pathOf },
    urlOf: (release, artifact) => site.baseUrl + pathOf(release, artifact),
    downloadUrlOf: ({ id: releaseId }, { target }) => downloadUrl(links, site, { releaseId, target }),
  };
};
