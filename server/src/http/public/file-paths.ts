import { type Artifact, fileNameOf } from '../../domain/nouns/artifact.ts';
import { formatNodePlace, parsePlace } from '../../domain/nouns/place.ts';
import type { ReleaseWithArtifacts } from '../../domain/nouns/release.ts';
import type { Site } from '../../domain/nouns/site.ts';

/*
 * Where feeds say that files are. Electron's updater looks for words such as `arm64` anywhere in the address: so the
 * path says the architecture in Node's words, and what looks like one in a file's name has a letter written as `%61`,
 * which names the same file and is no such word.
 */

const archWords = /(?<letter>[axi])(?=rm64|64|a32)/g;

const hideWords = (name: string): string =>
  name.replaceAll(archWords, (letter) => `%${letter.charCodeAt(0).toString(16)}`);

/** Makes the paths of a site's files. */
export const createPathOf =
  (files: string, { app }: Site) =>
  (release: ReleaseWithArtifacts, artifact: Artifact): string => {
    const place = parsePlace(artifact.target);
    const params: Readonly<Record<string, string>> = {
      channel: encodeURIComponent(release.channel),
      version: encodeURIComponent(release.version),
      target: place === undefined ? artifact.target : formatNodePlace(place),
      fileName: hideWords(encodeURIComponent(fileNameOf(app.publicSlug, release.version, artifact))),
    };
    return files.replaceAll(/:(\w+)/g, (_, name: string) => params[name] ?? '');
  };
