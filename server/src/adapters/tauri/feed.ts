import { type Arch, type Platform, parsePlatform } from '@slipway/core/platform.ts';
import type { Artifact } from '../../domain/model/artifact.ts';
import { isMain } from '../../domain/model/artifact.ts';
import type { ArtifactMatch, Feed, FeedView } from '../../domain/model/feed.ts';
import type { ReleaseWithArtifacts } from '../../domain/model/release.ts';
import { isTauriVersion, matchesSignedVersion } from '../../domain/signatures/minisign.ts';
import { parseTauriSignature } from './signature.ts';

/*
 * The static `latest.json` of Tauri and cargo-packager: one release, all platforms. An entry without a signature breaks
 * the document for every platform, so only readable entries are listed.
 */

/** The names and entry format of one client family. */
export interface StaticFeedOptions {
  id: string;
  /** The client's display name. */
  client: string;
  systems: Readonly<Record<Platform['system'], string>>;
  /** Installer names by file format. */
  installers: Readonly<Record<string, string>>;
  entryOf(entry: { url: string; signature: string }, installer: string): Record<string, string>;
}

/** Older Tauri versions wrap the installer in an archive. */
const tauriInstallers: Readonly<Record<string, string>> = {
  '.exe': 'nsis',
  '.nsis.zip': 'nsis',
  '.msi': 'msi',
  '.msi.zip': 'msi',
  '.AppImage': 'appimage',
  '.AppImage.tar.gz': 'appimage',
  '.deb': 'deb',
  '.rpm': 'rpm',
  '.app.tar.gz': 'app',
};

const document = 'latest';

/** A universal file serves every Mac. */
const archesOf = ({ arch }: Platform): readonly Arch[] =>
  arch === 'universal' ? ['x86_64', 'aarch64'] : [arch];

/** An exact architecture wins over universal, and a plain target over one with a bundle. */
const rankOf = ({ target }: Artifact): number => {
  const place = parsePlatform(target);
  return (place?.arch === 'universal' ? 1 : 0) + (place?.bundle === undefined ? 0 : 2);
};

const signatureFault = (version: string, { target, signature }: Artifact): string | undefined => {
  if (signature === undefined) return `The artifact for ${target} has no signature.`;
  const read = parseTauriSignature(signature);
  if (typeof read === 'string') return `Clients can’t read the signature of ${target}: ${read}.`;
  return read.version === undefined || matchesSignedVersion(read.version, version)
    ? undefined
    : `The signature of ${target} was made for version ${read.version}.`;
};

/** A single document that lists every platform of the latest release. */
export const createStaticFeed = ({ id, client, systems, installers, entryOf }: StaticFeedOptions): Feed => {
  const matchFile = ({ version }: ReleaseWithArtifacts, artifact: Artifact): ArtifactMatch => {
    const { target, format, state } = artifact;
    if (!isMain(artifact) || parsePlatform(target) === undefined || installers[format] === undefined)
      return 'elsewhere';
    if (state !== 'active') return { reason: `The artifact for ${target} was pruned.` };
    if (!isTauriVersion(version))
      return { reason: `${client} can’t read version ${version}: it is not SemVer.` };
    const reason = signatureFault(version, artifact);
    return reason === undefined ? 'fit' : { reason };
  };

  const keysOf = ({ target }: Artifact, installer: string): string[] => {
    const place = parsePlatform(target);
    if (place === undefined) return [];
    return archesOf(place).flatMap((arch) => {
      const key = `${systems[place.system]}-${arch}`;
      return place.bundle === undefined ? [key, `${key}-${installer}`] : [`${key}-${installer}`];
    });
  };

  const platformsOf = (release: ReleaseWithArtifacts, files: readonly Artifact[], view: FeedView) => {
    const platforms: Record<string, Record<string, string>> = {};
    for (const artifact of files.toSorted((a, b) => rankOf(a) - rankOf(b))) {
      const installer = installers[artifact.format] ?? '';
      const url = view.downloadUrlOf(release, artifact);
      for (const key of keysOf(artifact, installer))
        platforms[key] ??= entryOf({ url, signature: artifact.signature ?? '' }, installer);
    }
    return platforms;
  };

  return {
    id,
    depth: 0,
    ignoresQuery: true,
    // Both families use the same signature format.
    checkedBy: ['tauri', 'cargo-packager'],
    parse: (channel, rest) => (rest === 'latest.json' ? { kind: 'document', channel, document } : undefined),
    render: (view) => {
      for (const release of view.releases) {
        const files = release.artifacts.filter((artifact) => matchFile(release, artifact) === 'fit');
        if (files.length === 0) continue;
        const { version, notes, pubDate: pub_date } = release;
        const platforms = platformsOf(release, files, view);
        const body = JSON.stringify({ version, notes, pub_date, platforms });
        return { status: 200, contentType: 'application/json; charset=utf-8', body };
      }
      return { status: 204, contentType: undefined, body: '' };
    },
    matchArtifact: (_, release, artifact) => matchFile(release, artifact),
    // A client without an entry for its installer falls back to the one for its architecture.
    audiencesOf: (_, target) => {
      const place = parsePlatform(target);
      return place === undefined ? [] : archesOf(place).map((arch) => `${place.system}-${arch}`);
    },
    addresses: () => [{ client, configPath: '/latest.json', requestPath: 'latest.json', document }],
  };
};

export const tauriFeed = createStaticFeed({
  id: 'tauri',
  client: 'tauri-plugin-updater, static file',
  systems: { windows: 'windows', darwin: 'darwin', linux: 'linux' },
  installers: tauriInstallers,
  entryOf: (entry) => entry,
});
