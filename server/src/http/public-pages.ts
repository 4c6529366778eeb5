import { renderInstant } from '../domain/instant.ts';
import type { ReleaseWithArtifacts } from '../domain/release.ts';
import type { Site } from '../domain/site.ts';
import { latestOf, type Updating } from '../domain/updating.ts';
import { type Answer, makeAnswer } from './answer.ts';
import { downloadUrl } from './check.ts';

/* Latest and history (spec 4.7, 4.8), rendered once per site and query. */

export interface PageQuery {
  channel: string | undefined;
  target: string | undefined;
  limit: number;
}

const json = 'application/json; charset=utf-8';
const maxBytesPerSite = 1024 * 1024;

/** JSON keeps the parts apart whatever they hold: an empty filter is not the same page as none. */
const nameOf = (...parts: (string | number | undefined)[]): string => JSON.stringify(parts);

const platformsOf = (site: Site, release: ReleaseWithArtifacts, target: string | undefined) =>
  Object.fromEntries(
    release.artifacts
      .filter(
        (artifact) => artifact.state === 'active' && (target === undefined || artifact.target === target),
      )
      .map((artifact) => [
        artifact.target,
        {
          url: downloadUrl(site, release.id, artifact.target),
          size: String(artifact.sizeBytes),
          sha256: artifact.sha256,
          signature: artifact.signature ?? null,
        },
      ]),
  );

const renderLatest = (site: Site, channel: string, target: string | undefined): string => {
  const release = latestOf(site, channel);
  const app = site.app.publicSlug;
  if (release === undefined) return JSON.stringify({ app, release: null });
  return JSON.stringify({
    app,
    version: release.version,
    notes: release.notes,
    pub_date: renderInstant(release.pubDate),
    platforms: platformsOf(site, release, target),
  });
};

const renderHistory = (site: Site, releases: ReleaseWithArtifacts[], target: string | undefined): string =>
  JSON.stringify({
    app: site.app.publicSlug,
    releases: releases.map((release) => ({
      id: release.id,
      version: release.version,
      notes: release.notes,
      pub_date: renderInstant(release.pubDate),
      channel: release.channel,
      platforms: platformsOf(site, release, target),
    })),
  });

export const createPublicPages = (updating: Updating) => {
  const remembered = new WeakMap<Site, { bytes: number; pages: Map<string, Answer> }>();

  const recall = (site: Site, name: string): Answer | undefined => remembered.get(site)?.pages.get(name);

  const remember = (site: Site, name: string, answer: Answer): Answer => {
    const memory = remembered.get(site) ?? { bytes: 0, pages: new Map<string, Answer>() };
    memory.bytes += answer.body.length + name.length;
    if (memory.bytes <= maxBytesPerSite) memory.pages.set(name, answer);
    remembered.set(site, memory);
    return answer;
  };

  const latest = (site: Site, { channel = 'stable', target }: Omit<PageQuery, 'limit'>): Answer => {
    const name = nameOf('latest', channel, target);
    return (
      recall(site, name) ?? remember(site, name, makeAnswer(200, json, renderLatest(site, channel, target)))
    );
  };

  const history = async (site: Site, { channel, target, limit }: PageQuery): Promise<Answer> => {
    const name = nameOf('history', channel, target, limit);
    const known = recall(site, name);
    if (known !== undefined) return known;
    const releases = await updating.history(site.app.slug, { channel, limit });
    return remember(site, name, makeAnswer(200, json, renderHistory(site, releases, target)));
  };

  return { latest, history };
};
export type PublicPages = ReturnType<typeof createPublicPages>;
