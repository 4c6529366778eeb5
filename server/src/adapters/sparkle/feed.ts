import type { DeclaredArtifact } from '../../domain/model/adapter.ts';
import type { Feed, FeedAddress } from '../../domain/model/feed.ts';
import { type Platform, parsePlatform } from '../../domain/model/platform.ts';
import type { Warning } from '../../domain/model/release.ts';
import { appcastDepth, renderAppcast } from './appcast.ts';
import {
  type AppcastScope,
  appcastState,
  formatAppcastScope,
  isEd25519,
  matchAppcastArtifact,
  parseAppcastScope,
} from './appcast-files.ts';

/* The appcast URLs of Sparkle and WinSparkle: one per system, and one per architecture. */

const longestName = 128;

/** `App/1.2 Sparkle/2.6.4`, `App/1.2 WinSparkle/0.8.1 (Win64)`; Sparkle writes `?` if the app has no version. */
const agentShape = /\/(?<version>[^/\s]+) (?:Win)?Sparkle\//;

const versionIn = (agent: string): string | undefined => {
  const version = agentShape.exec(agent)?.groups?.version;
  return version === '?' ? undefined : version;
};
const fileName = '/appcast.xml';

/** On macOS each architecture has its own appcast, since Sparkle cannot tell two of them apart. */
const wantedOf = ({ system, arch }: Platform): AppcastScope[] => {
  if (system === 'linux') return [];
  const isOwn = system === 'darwin' && arch !== 'universal';
  return [{ system, bundle: undefined, arch: isOwn ? arch : undefined }];
};

const buildMissing = ({ target, signature, facts, companionOf }: DeclaredArtifact): Warning[] => {
  const isMeant =
    parsePlatform(target)?.system === 'darwin' && isEd25519(signature) && companionOf === undefined;
  if (!isMeant || facts?.build !== undefined) return [];
  const detail = `The file for ${target} has no build: Sparkle compares the version with the app's CFBundleVersion.`;
  return [{ code: 'build-missing', detail }];
};

export const sparkle: Feed = {
  id: 'sparkle',
  depth: appcastDepth,
  isByPath: true,
  judgesSystem: true,
  versionIn,
  // WinSparkle takes the file of its own architecture, Sparkle takes any.
  slotsOf: (document, target) => [
    parseAppcastScope(document)?.system === 'windows' ? (parsePlatform(target)?.arch ?? '') : '',
  ],
  parse: (channel, rest) => {
    if (rest.length > longestName || !rest.endsWith(fileName)) return undefined;
    const wanted = parseAppcastScope(rest.slice(0, -fileName.length));
    return wanted && { kind: 'document', channel, document: formatAppcastScope(wanted) };
  },
  render: (view, document) => {
    const wanted = parseAppcastScope(document);
    if (wanted === undefined || appcastState(wanted, view.releases) === 'mixed') return undefined;
    const body = renderAppcast(wanted, view);
    return { status: 200, contentType: 'application/rss+xml; charset=utf-8', body };
  },
  judge: (document, release, artifact) => {
    const wanted = parseAppcastScope(document);
    return wanted === undefined ? 'elsewhere' : matchAppcastArtifact(wanted, release, artifact);
  },
  review: ({ artifacts }) => artifacts.flatMap(buildMissing),
  addresses: (place) =>
    wantedOf(place).map((wanted): FeedAddress => {
      const document = formatAppcastScope(wanted);
      const rest = document + fileName;
      const client = wanted.system === 'darwin' ? 'Sparkle' : 'WinSparkle';
      return { client, setting: `/${rest}`, rest, document };
    }),
};
