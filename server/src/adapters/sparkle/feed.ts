import { type Platform, parsePlatform } from '@slipway/core/platform.ts';
import type { DeclaredArtifact } from '../../domain/model/adapter.ts';
import type { Feed, FeedAddress } from '../../domain/model/feed.ts';
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

const versionFromUserAgent = (agent: string): string | undefined => {
  const version = agentShape.exec(agent)?.groups?.version;
  return version === '?' ? undefined : version;
};
const fileName = '/appcast.xml';

/** On macOS each architecture has its own appcast, since Sparkle cannot distinguish them. */
const scopesOf = ({ system, arch }: Platform): AppcastScope[] => {
  if (system === 'linux') return [];
  const isOwn = system === 'darwin' && arch !== 'universal';
  return [{ system, bundle: undefined, arch: isOwn ? arch : undefined }];
};

const buildMissing = ({ target, signature, facts, companionOf }: DeclaredArtifact): Warning[] => {
  const isForSparkle =
    parsePlatform(target)?.system === 'darwin' && isEd25519(signature) && companionOf === undefined;
  if (!isForSparkle || facts?.build !== undefined) return [];
  const detail = `The file for ${target} has no \`build\`, so Sparkle compares the version with the app’s CFBundleVersion.`;
  return [{ code: 'build-missing', detail }];
};

export const sparkle: Feed = {
  id: 'sparkle',
  depth: appcastDepth,
  ignoresQuery: true,
  clientChecksSystem: true,
  versionFromUserAgent,
  // WinSparkle takes the file of its own architecture, Sparkle takes any.
  audiencesOf: (document, target) => [
    parseAppcastScope(document)?.system === 'windows' ? (parsePlatform(target)?.arch ?? '') : '',
  ],
  parse: (channel, requestPath) => {
    if (requestPath.length > longestName || !requestPath.endsWith(fileName)) return undefined;
    const scope = parseAppcastScope(requestPath.slice(0, -fileName.length));
    return scope && { kind: 'document', channel, document: formatAppcastScope(scope) };
  },
  render: (view, document) => {
    const scope = parseAppcastScope(document);
    if (scope === undefined || appcastState(scope, view.releases) === 'mixed') return undefined;
    const body = renderAppcast(scope, view);
    return { status: 200, contentType: 'application/rss+xml; charset=utf-8', body };
  },
  matchArtifact: (document, release, artifact) => {
    const scope = parseAppcastScope(document);
    return scope === undefined ? 'elsewhere' : matchAppcastArtifact(scope, release, artifact);
  },
  review: ({ artifacts }) => artifacts.flatMap(buildMissing),
  addresses: (place) =>
    scopesOf(place).map((scope): FeedAddress => {
      const document = formatAppcastScope(scope);
      const requestPath = document + fileName;
      const client = scope.system === 'darwin' ? 'Sparkle' : 'WinSparkle';
      return { client, configPath: `/${requestPath}`, requestPath, document };
    }),
};
