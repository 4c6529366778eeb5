import { plainVersion } from '@slipway/core/version.ts';
import { bounds } from '../../model/bounds.ts';
import { type FleetCounts, otherName, unknownName } from '../../model/fleet.ts';
import type { Day } from '../../model/instant.ts';
import type { Site } from '../../model/site.ts';
import type { Sketch } from './hyperloglog.ts';

/** The sketches of a counter, valid for one day until the buffer is drained. */
interface SketchCache {
  readonly sketches: readonly Sketch[];
  readonly day: Day;
  readonly round: object;
}

/** Checks of one version and platform since the last aggregation. */
export interface CheckCounter extends FleetCounts {
  readonly app: string;
  readonly channel: string;
  readonly target: string;
  readonly version: string;
  readonly isUnpublished: boolean;
  /** Whether the version has its own sketch. */
  readonly hasOwnSketch: boolean;
  /** Set once a client has sent an ID. */
  sketchCache: SketchCache | undefined;
}

/** Offers of a release for one target since the last aggregation. */
export interface OfferCounter {
  readonly releaseId: string;
  readonly target: string;
  /** Release ID and target in one key. */
  readonly name: string;
  offers: number;
  readers: number;
}

const versionPattern = /^[A-Za-z0-9._+-]+$/;

/** Versions that the CLI sends to verify a publish; these are not installed clients. */
const probe = /^0\.0\.0-check\.|\+(?:[^+]*\.)?check\.[0-9a-z]+$/;

/** The row that a version is counted in. */
const nameVersion = (
  { versions }: Site,
  version: string,
): Pick<CheckCounter, 'version' | 'isUnpublished'> => {
  const published = versions.get(plainVersion(version));
  if (published !== undefined) return { version: published, isUnpublished: false };
  const isRow = version.length <= bounds.answeredVersionLength && versionPattern.test(version);
  if (!isRow) return { version: otherName, isUnpublished: false };
  return { version, isUnpublished: version !== otherName && version !== unknownName };
};

export interface CounterScope {
  channel: string;
  target: string;
  /** Whether the channel has files for the target; other targets may be made up by clients. */
  isTargetOffered: boolean;
}

/** Undefined if nothing is counted: unknown channel, nothing published yet, or a CLI probe. */
export const makeCheckCounter = (
  site: Site,
  { channel, target, isTargetOffered }: CounterScope,
  version: string,
): CheckCounter | undefined => {
  if (site.versions.size === 0 || !site.channels.has(channel) || probe.test(version)) return undefined;
  const named = nameVersion(site, version);
  return {
    // Fields touched by each check are adjacent in memory.
    checks: 0,
    offers: 0,
    withId: 0,
    proxied: 0,
    sketchCache: undefined,
    app: site.app.slug,
    channel,
    target: isTargetOffered ? target : otherName,
    version: named.version,
    isUnpublished: named.isUnpublished,
    hasOwnSketch: site.sketched.get(channel)?.has(named.version) === true,
  };
};

export const makeOfferCounter = (releaseId: string, target: string): OfferCounter => ({
  ...{ releaseId, target, name: `${releaseId}\n${target}`, offers: 0, readers: 0 },
});
